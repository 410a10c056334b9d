/// The page's style sheet, with a light and a dark theme.
enum HTMLStyleSheet {
    static let rules = """
        :root {
            color-scheme: light dark;
            \(ChartPalette.light.variables)
            --panel: #f5f6f8; --good: #0a6b3d; --bad: #b3261e; --link: #0b57b0;
        }
        @media (prefers-color-scheme: dark) {
            :root {
                \(ChartPalette.dark.variables)
                --panel: #1d2127; --good: #62cf96; --bad: #ff8a80; --link: #8ab8ff;
            }
        }
        * { box-sizing: border-box; }
        body {
            margin: 0 auto; max-width: 78rem; padding: 1.25rem; background: var(--paper); color: var(--ink);
            font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif;
        }
        h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
        h2 { margin: 2.5rem 0 0.75rem; font-size: 1.25rem; border-bottom: 1px solid var(--rule); }
        header p { margin: 0.35rem 0; color: var(--muted); overflow-wrap: anywhere; }
        section p { max-width: 46rem; }
        a { color: var(--link); }
        nav ul {
            display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0.75rem 0 0; padding: 0;
            list-style: none;
        }
        .tiles {
            display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 0.75rem;
            margin: 0;
        }
        .tile {
            display: flex; flex-direction: column-reverse; justify-content: flex-end; padding: 0.8rem 1rem;
            background: var(--panel); border: 1px solid var(--rule); border-radius: 6px;
        }
        .tile dd { margin: 0; font-size: 1.35rem; font-weight: 650; line-height: 1.3; }
        .tile dt { color: var(--muted); font-size: 0.875rem; overflow-wrap: anywhere; }
        .fields {
            display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.25rem 1.25rem;
            margin: 0;
        }
        .fields dt { color: var(--muted); }
        .fields dd { margin: 0; overflow-wrap: anywhere; }
        .charts {
            display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 30rem), 1fr));
            gap: 1.25rem 2rem;
        }
        figure { margin: 0; min-width: 0; }
        figcaption { margin-bottom: 0.35rem; font-weight: 600; overflow-wrap: anywhere; }
        svg {
            display: block; width: 100%; max-width: 32rem; height: auto; overflow: visible;
            font-family: inherit;
        }
        \(ChartPalette.rules { "var(--\($0))" })
        .scroll { overflow-x: auto; margin: 0.75rem 0; border: 1px solid var(--rule); border-radius: 6px; }
        table {
            border-collapse: collapse; width: 100%; font-size: 0.8125rem; font-variant-numeric: tabular-nums;
        }
        th, td { padding: 0.35rem 0.45rem; text-align: right; white-space: nowrap; font-weight: 400;
            border-bottom: 1px solid var(--rule); }
        thead th { background: var(--panel); font-weight: 600; vertical-align: bottom; white-space: normal; }
        tbody th { min-width: 7rem; white-space: normal; }
        tbody tr:last-child > * { border-bottom: 0; }
        .word { text-align: left; }
        .good { color: var(--good); font-weight: 600; }
        .bad { color: var(--bad); font-weight: 700; }
        .notes { padding-left: 1.2rem; color: var(--muted); font-size: 0.875rem; overflow-wrap: anywhere; }
        details { margin: 0.75rem 0; }
        summary { cursor: pointer; }
        pre { overflow-x: auto; padding: 0.8rem 1rem; background: var(--panel); border: 1px solid var(--rule);
            border-radius: 6px; font: 0.875rem/1.5 ui-monospace, "Liberation Mono", monospace; }
        @media (min-width: 45rem) {
            tbody th { position: sticky; left: 0; background: var(--paper); }
        }
        @media print { .scroll { overflow: visible; } }
        """
}
