-- The nine tables of a project, its two roles and their privileges, as a Supabase project has them.
-- Ids are texts, because the kernel never relies on UUIDs. Everybody sees all rows except those whose post belongs to
-- another family: `family` is a column that the data source does not select.
create role anon nologin;
create role authenticated nologin;
grant anon, authenticated to current_user;

create table social_media_posts (
    id text collate "C" primary key, coach_id text, school_id text, platform text not null, post_url text,
    post_content text, post_date timestamptz not null, author_handle text, author_name text,
    is_recruiting_related boolean, flagged_for_review boolean default false, sentiment text, notes text,
    created_at timestamptz default clock_timestamp(), updated_at timestamptz, family text default 'ours');
-- What changed since a while ago is then found without reading all posts.
create index on social_media_posts (updated_at);
create index on social_media_posts (created_at);
create table schools (id text collate "C" primary key, name text not null, status text, division text);
create table coaches (
    id text collate "C" primary key, school_id text, first_name text, last_name text, role text,
    responsiveness_score numeric);
create table interactions (
    id text collate "C" primary key, school_id text, coach_id text, type text, direction text, subject text,
    content text, sentiment text, occurred_at timestamptz, created_at timestamptz default clock_timestamp(),
    logged_by text);
create table events (
    id text collate "C" primary key, school_id text, type text, name text not null, start_date date, end_date date);
create table offers (
    id text collate "C" primary key, school_id text, offer_type text, status text, offer_date date,
    created_at timestamptz default clock_timestamp());
create table school_status_history (
    id text collate "C" primary key, school_id text, previous_status text, new_status text, notes text,
    changed_at timestamptz default clock_timestamp());
create table documents (
    id text collate "C" primary key, school_id text, type text, title text,
    created_at timestamptz default clock_timestamp());
create table performance_metrics (
    id text collate "C" primary key, metric_type text, value numeric, unit text, recorded_date date,
    created_at timestamptz default clock_timestamp());

create function note_update() returns trigger language plpgsql as $$
begin
    new.updated_at := clock_timestamp();
    return new;
end $$;
create trigger note_update before update on social_media_posts for each row execute function note_update();

alter table social_media_posts enable row level security;
create policy family on social_media_posts to authenticated
    -- In a query of its own, which runs once and not for each row.
    using (family = (select coalesce(current_setting('request.jwt.claims', true)::json ->> 'family', 'ours')));
grant select, update, delete on social_media_posts to authenticated;
grant select on schools, coaches, interactions, events, offers, school_status_history, documents,
    performance_metrics to authenticated;
-- Anonymous users see the schools.
grant select on schools to anon;
