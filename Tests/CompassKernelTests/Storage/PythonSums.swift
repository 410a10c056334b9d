/// Sums by Python 3's `math.fsum`, which has another method: values that do not overlap (Shewchuk 1997).
///
/// Bits of the values, and of their sum.
enum PythonSums {
    static let cases: [(values: [UInt64], sum: UInt64)] = [
        (
            [
                0xbc2f363ce1669dfd, 0xc41003260237c6ef, 0x425ac64456f1b930, 0xbd466e799aa8d495,
                0x4397f85e4702b359, 0xc02b36842cab883d,
            ], 0xc40fd65b4488bfec
        ),
        ([0x800a3d8591914f30], 0x800a3d8591914f30),
        ([0xc341c37937e08000], 0xc341c37937e08000),
        ([0xce7a987c33cdb1ac], 0xce7a987c33cdb1ac),
        (
            [0xbf195f0e3d5e0610, 0x3d8e61b89a205980, 0x3f9acfca3e493418, 0x3e9e923f531f85de],
            0x3f9ab689c25a5a0e
        ),
        ([0xbda318e6f7c661d9, 0x403f00f7e74fc44a], 0x403f00f7e74fbabe),
        ([0x800e6048afc42576, 0x0006ab951be36f22, 0x800a491cf4b05f9d], 0x8011fdd0889115f1),
        ([0x3960000000000000], 0x3960000000000000),
        ([0x74ac98374fc10e08], 0x74ac98374fc10e08),
        (
            [
                0xbd5ebb68556aa0f6, 0x3d6a601dc824bfee, 0xbe2b70e6bce1c906, 0xbd70b945c0fc76c2,
                0xc025df41e76c72ca, 0xc0255043d1b62780,
            ], 0xc03597c2dc9f064c
        ),
        ([0xc04ac18f9f725786, 0xbbe0e6bcdd7fb076], 0xc04ac18f9f725786),
        (
            [
                0x000d523d2acede42, 0x800ad4b90bc0804e, 0x000aa0ee99e9adcd, 0x800d523d2acede42,
                0x000ad4b90bc0804e,
            ], 0x000aa0ee99e9adcd
        ),
        (
            [
                0x3ff0000000000000, 0xc341c37937e08000, 0x4340000000000000, 0x4341c37937e08000,
                0x3ca0000000000000, 0x3ca0000000000000, 0x3fb999999999999a,
            ], 0x4340000000000001
        ),
        (
            [0x5d22955fbbb89a0a, 0xdb0c1c29df901c36, 0x5ade701b29111820, 0x819d8cefd6dae1f6],
            0x5d22955fbbb28680
        ),
        ([0xbce9d971133e0188], 0xbce9d971133e0188),
        ([0xc1b6b6d88b0436cc], 0xc1b6b6d88b0436cc),
        (
            [
                0x800bb8cf364c8c52, 0x000958ba1829e777, 0x80065899d3da77bd, 0x80012b31e6eaf773,
                0x800f01515b636c59,
            ], 0x8018e532344b8064
        ),
        (
            [
                0xc341c37937e08000, 0x3ca0000000000000, 0x3fb999999999999a, 0x3ff0000000000000,
                0x3ca0000000000000, 0x3fc999999999999a, 0xbc90000000000000,
            ], 0xc341c37937e07fff
        ),
        ([0x44fb61cd24a004dc, 0xcdce95e28e12c36e, 0x83e5eea6545e0c9a], 0xcdce95e28e12c36e),
        (
            [
                0x3f2fabb318dace25, 0xbf5ae39ac7e80dc5, 0x3cfd56f55da03900, 0xbf2fabb318dace25,
                0x3f5ae39ac7e80dc5,
            ], 0x3cfd56f55da03900
        ),
        (
            [0xbfec3e964e360ab2, 0x3da0c6c01b7579e0, 0x42d3197d22506809, 0xbd6ef72bd6573e9d],
            0x42d3197d225067d1
        ),
        ([0x8009872e353b76ae, 0x0007709d1aa8e41b], 0x800216911a929293),
        ([0x3ff0000000000000], 0x3ff0000000000000),
        (
            [
                0x3642b15d1292facc, 0xef6c11cc99853a64, 0xab76b8094df25c66, 0xb642b15d1292facc,
                0x6f6c11cc99853a64,
            ], 0xab76b8094df25c66
        ),
        (
            [
                0x3e389e847d2825e9, 0xbe99b07418cb1be5, 0xc03dde935b326661, 0x3fc241aa560534f6,
                0x3eb019c56e30fec6, 0x400b8d09dc408bd4,
            ], 0xc03a486ec1380390
        ),
        (
            [
                0x3c068404118e334f, 0xbd8a3c0a973c2d53, 0x4332881cbe24ec94, 0x3dd0c3f635f2ba5f,
                0xbe7a8ea10334dd1e, 0xc053d4e0fa4448ed,
            ], 0x4332881cbe24ec45
        ),
        ([0x8004695dc9aeec02, 0x0005db8bfcdbb25b], 0x0001722e332cc659),
        (
            [
                0xc340000000000000, 0x4340000000000000, 0xc341c37937e08000, 0xc341c37937e08000,
                0x4341c37937e08000,
            ], 0xc341c37937e08000
        ),
        (
            [
                0xcbb7ed91384dc506, 0xf21e3c0f82fa5b38, 0x49ecf0ee46c62ded, 0x92f569548dc60eda,
                0x2625d1826d5ae0db, 0x739a9c173aeea0b7,
            ], 0x739a9c171cb29134
        ),
        (
            [0x3ff89fba40925600, 0x3e8e0954493fdab0, 0x3d0559300774f518, 0xbd4972109b6b0914],
            0x3ff89fba7ca4fb8f
        ),
        ([0xbbfc5564d64ea5d8, 0x3be2a75dd2727c24], 0xbbf301b5ed1567c6),
        (
            [
                0x800556c616ac60f2, 0x800e6306188e0467, 0x80027bf3b15e39ff, 0x000e6306188e0467,
                0x00027bf3b15e39ff,
            ], 0x800556c616ac60f2
        ),
        (
            [
                0xc341c37937e08000, 0x3ff0000000000000, 0x3fd3333333333333, 0x4341c37937e08000,
                0x3fc999999999999a, 0xc341c37937e08000, 0xc341c37937e08000,
            ], 0xc351c37937e08000
        ),
        ([0x6cd6f138f9636590, 0xe0ce0f57151de2d0, 0xf5be127e3f4e799e], 0xf5be127e3f4e799e),
        (
            [
                0x406ef8545149e270, 0xbd6192ca81a7ae6c, 0xbcf9f73ffad92094, 0x3f6647f626a80cac,
                0xbd5263d2ddeb116e, 0x3e7ea3f1b98d21a8, 0x3d81d791c8e0a089,
            ], 0x406ef86a997d5128
        ),
        (
            [
                0xc1c5c2d044bfd39b, 0x40f2affac96e3bae, 0x3d37f12562c83764, 0xbd37f12562c83764,
                0x3d897a4bda53f8f4, 0x436d9d11ddf9b62c, 0xc36d9d11ddf9b62c, 0xc0f2affac96e3bae,
                0xbd897a4bda53f8f4,
            ], 0xc1c5c2d044bfd39b
        ),
        (
            [
                0x000a773a92465681, 0x800e44f1185e9948, 0x8000e6b319f59782, 0x000c6611ada46e36,
                0x000b61a44ae7788c, 0x80035b9693bddd08, 0x800e24acaee750c2,
            ], 0x0001930915d8deaf
        ),
        ([0x4341c37937e08000, 0x3960000000000000], 0x4341c37937e08000),
        ([0x4c6548e79c8b7dd5, 0x55061b5e41503682], 0x55061b5e41503682),
        (
            [
                0xc04a93dbbdd9ed1a, 0xbf688843b8da13a8, 0xbf852670f0dbc7d6, 0x403e71ac569aea9b,
                0x3f688843b8da13a8, 0x3fcbd6e68eb83556, 0x3f852670f0dbc7d6, 0xbe6b5bce3444e480,
                0xc03e71ac569aea9b, 0x404a93dbbdd9ed1a, 0xbfcbd6e68eb83556, 0x3e6b5bce3444e480,
                0x3f1f4135b4b00922,
            ], 0x3f1f4135b4b00922
        ),
        (
            [
                0x3d83c88eadc96201, 0x3e72728d57796125, 0xc18644c95f657eb0, 0xbce11d9cfb06ebfc,
                0xbc9fe2b381005aaf,
            ], 0xc18644c95f657ea7
        ),
        ([0x800345b427acbec0, 0x000e09164719e09f], 0x000ac3621f6d21df),
        ([0xbc90000000000000, 0x3ca0000000000000], 0x3c90000000000000),
        ([0x47fc20af7f76341a], 0x47fc20af7f76341a),
        (
            [
                0x40a2789316bbb8f0, 0x40694eb636746e2c, 0xbe12de9bb98ed0be, 0x4037b1a9adb9a8e7,
                0x3e2f93a943492e3d, 0xbe61904e2a75c917, 0x3cdc6c95a4bfb340,
            ], 0x40a43ce1cd7d7044
        ),
        ([0x44108f311c5c81ae], 0x44108f311c5c81ae),
        ([0x0002c0881ad507eb, 0x800a54f2a90db5d2, 0x80081b5031163749], 0x800fafbabf4ee530),
        (
            [
                0x3fd3333333333333, 0xc341c37937e08000, 0x4341c37937e08000, 0xbfb999999999999a,
                0x3fb999999999999a, 0x3fb999999999999a, 0xbfd3333333333333,
            ], 0x3fb999999999999a
        ),
    ]
}
