// log, log1p and powers to 0.505 units in the last place.
//
//   x = 2^e z,  z near 1;  c has 11 digits and is near 1/z
//   log x = e ln 2 - log c + log(1 + r),  r = c z - 1 without rounding, |r| <= 2^-8
//   log(1 + r) = r - r^2/2 + r^3/3 - ...
//
// e ln 2 - log c is a number of 42 digits behind the point and a small one; r and r^2 are pairs. The
// rest is 2^-17 of the result at most. The result is known to 2^-70, which powers need: y log x may
// be 745, and an error of it is a relative one of x^y.

#pragma once

#include "real/exponential.h"
#include "real/pair.h"

// c, and -log c in two parts, for z = 1 + i/256 and a bit more; from sqrt 2 on for z/2
static const double logarithm_table[256][3] = {
    {1, 0, 0},
    {0x1.fdp-1, 0x1.812121458p-8, 0x1.ad50382973f27p-46},
    {0x1.fbp-1, 0x1.41929f968p-7, 0x1.977c755d01368p-46},
    {0x1.f9p-1, 0x1.c317384c8p-7, -0x1.41f33fcefb9fep-44},
    {0x1.f7p-1, 0x1.228fb1feap-6, 0x1.713e3284991fep-45},
    {0x1.f5p-1, 0x1.63d617869p-6, 0x1.7abf389596542p-47},
    {0x1.f38p-1, 0x1.94f6b99a2p-6, 0x1.11d5ef96cf7f5p-44},
    {0x1.f18p-1, 0x1.d6b272598p-6, -0x1.9ff7b50d1b838p-44},
    {0x1.ef8p-1, 0x1.0c58fa19ep-5, -0x1.559d158b17913p-47},
    {0x1.ed8p-1, 0x1.2d7ae5c3c8p-5, -0x1.22939459da66dp-44},
    {0x1.ecp-1, 0x1.466aed42ep-5, -0x1.c167375bdfd28p-45},
    {0x1.eap-1, 0x1.67c94f2d48p-5, 0x1.dac20827cca0cp-44},
    {0x1.e8p-1, 0x1.894aa149f8p-5, 0x1.9a19a8be97661p-44},
    {0x1.e68p-1, 0x1.a282b8a938p-5, -0x1.e8f5980efc8e3p-45},
    {0x1.e48p-1, 0x1.c441e06f7p-5, 0x1.54f1f49850d15p-44},
    {0x1.e3p-1, 0x1.dda8adc68p-5, -0x1.1b1ac64d9e42fp-45},
    {0x1.e1p-1, 0x1.ffa6911ab8p-5, 0x1.3008c98381a8fp-45},
    {0x1.dfp-1, 0x1.10e45b3cbp-4, -0x1.7cf69284a3465p-44},
    {0x1.dd8p-1, 0x1.1dbd2643dp-4, 0x1.90b24d977c494p-44},
    {0x1.dcp-1, 0x1.2aa04a447p-4, 0x1.7a48ba8b1cb41p-44},
    {0x1.dap-1, 0x1.3bdf5a7d2p-4, -0x1.19bd0ad125895p-44},
    {0x1.d88p-1, 0x1.48dae4bc3p-4, 0x1.0185b208c200cp-44},
    {0x1.d68p-1, 0x1.5a3abb01acp-4, 0x1.e25749e6afa18p-44},
    {0x1.d5p-1, 0x1.674f089364p-4, 0x1.a79994c9d3302p-44},
    {0x1.d38p-1, 0x1.746e100228p-4, -0x1.126d16e1e21d2p-44},
    {0x1.d18p-1, 0x1.85fd927508p-4, -0x1.5b81819970c1cp-44},
    {0x1.dp-1, 0x1.9335e5d594p-4, 0x1.3115c3abd47dap-45},
    {0x1.ce8p-1, 0x1.a0792e9278p-4, -0x1.a9ce6c9ad51bfp-47},
    {0x1.cc8p-1, 0x1.b23965a53p-4, -0x1.ff64eea137079p-49},
    {0x1.cbp-1, 0x1.bf968769fcp-4, 0x1.4218c8d824283p-45},
    {0x1.c98p-1, 0x1.ccfedbfeep-4, 0x1.3a8232fe71256p-44},
    {0x1.c8p-1, 0x1.da72763844p-4, 0x1.a89401fa71733p-46},
    {0x1.c68p-1, 0x1.e7f1691a34p-4, -0x1.2c1c59bc77bfap-44},
    {0x1.c5p-1, 0x1.f57bc7d9p-4, 0x1.76a6c9ea8b04ep-46},
    {0x1.c3p-1, 0x1.03cdc0a51ep-3, 0x1.81a9cf169fc5cp-44},
    {0x1.c18p-1, 0x1.0aa0691268p-3, -0x1.45519d7032129p-44},
    {0x1.cp-1, 0x1.1178e8227ep-3, 0x1.1ef78ce2d07f2p-45},
    {0x1.be8p-1, 0x1.185747dbecp-3, 0x1.e674445bd9b49p-44},
    {0x1.bdp-1, 0x1.1f3b925f26p-3, -0x1.5f74e9b083633p-46},
    {0x1.bb8p-1, 0x1.2625d1e6dep-3, -0x1.52962f09e3d82p-48},
    {0x1.bap-1, 0x1.2d1610c868p-3, 0x1.39d6ccb81b4a1p-47},
    {0x1.b88p-1, 0x1.340c597412p-3, -0x1.7a3dcf7d9d386p-44},
    {0x1.b7p-1, 0x1.3b08b6758p-3, -0x1.aade8f29320fbp-44},
    {0x1.b58p-1, 0x1.420b32741p-3, -0x1.16282c85a0884p-46},
    {0x1.b4p-1, 0x1.4913d8333cp-3, -0x1.53e43558124c4p-44},
    {0x1.b28p-1, 0x1.5022b292f6p-3, 0x1.48a05ff36a25bp-44},
    {0x1.b18p-1, 0x1.54dabc261p-3, 0x1.746fee5c8d0d8p-45},
    {0x1.bp-1, 0x1.5bf406b544p-3, -0x1.27023eb68981cp-46},
    {0x1.ae8p-1, 0x1.6313a37336p-3, -0x1.44df54f21ea6dp-46},
    {0x1.adp-1, 0x1.6a399dabbep-3, -0x1.8f934e66a15a6p-44},
    {0x1.ab8p-1, 0x1.716600c914p-3, 0x1.51b157cec3838p-49},
    {0x1.aa8p-1, 0x1.7631d82936p-3, -0x1.5e77dc7c5f3e1p-45},
    {0x1.a9p-1, 0x1.7d6903caf6p-3, -0x1.4c06b17c301d7p-45},
    {0x1.a78p-1, 0x1.84a6b759f6p-3, -0x1.da2802adf8609p-44},
    {0x1.a6p-1, 0x1.8beafeb39p-3, -0x1.73d54aae92cd1p-47},
    {0x1.a5p-1, 0x1.90c6db9fccp-3, -0x1.935f57718d7cap-46},
    {0x1.a38p-1, 0x1.981634011ap-3, 0x1.4eadd9e9045e2p-44},
    {0x1.a2p-1, 0x1.9f6c40708ap-3, -0x1.337d94bcd3f43p-44},
    {0x1.a1p-1, 0x1.a454082e6ap-3, 0x1.60a77c81f7171p-44},
    {0x1.9f8p-1, 0x1.abb55c316ap-3, -0x1.8a65acaf14cd8p-44},
    {0x1.9ep-1, 0x1.b31d8575bcp-3, 0x1.c794e562a63cbp-44},
    {0x1.9dp-1, 0x1.b811730b82p-3, 0x1.e90683b9cd768p-46},
    {0x1.9b8p-1, 0x1.bf851c0676p-3, -0x1.5420e4c0854adp-44},
    {0x1.9ap-1, 0x1.c6ffbc6fp-3, 0x1.ee138d3a69d43p-44},
    {0x1.99p-1, 0x1.cc000c9db4p-3, -0x1.d6d585d57aff9p-46},
    {0x1.978p-1, 0x1.d38666872p-3, -0x1.73650b38932bcp-44},
    {0x1.968p-1, 0x1.d88e93fb3p-3, -0x1.75f280234bf51p-44},
    {0x1.95p-1, 0x1.e020cc6236p-3, -0x1.52b00adb91424p-45},
    {0x1.94p-1, 0x1.e530effe72p-3, -0x1.fdbdbb13f7c18p-44},
    {0x1.928p-1, 0x1.eccf2c8feap-3, -0x1.bec63a3e7564p-44},
    {0x1.918p-1, 0x1.f1e75fadfap-3, -0x1.0862b25d83f6dp-45},
    {0x1.9p-1, 0x1.f991c6cb3cp-3, -0x1.90d04cd7cc834p-44},
    {0x1.8fp-1, 0x1.feb2233eap-3, 0x1.f3418de00938bp-45},
    {0x1.8ep-1, 0x1.01eae5626cp-2, 0x1.a43dcfade85aep-44},
    {0x1.8c8p-1, 0x1.05c8be0d96p-2, 0x1.ad0f1c77ccb58p-45},
    {0x1.8b8p-1, 0x1.085eb8f8aep-2, 0x1.e5d513f45fe7bp-44},
    {0x1.8ap-1, 0x1.0c42d67616p-2, 0x1.7188b163ceae9p-45},
    {0x1.89p-1, 0x1.0edd060b78p-2, 0x1.019b52d8435f5p-47},
    {0x1.88p-1, 0x1.1178e8227ep-2, 0x1.1ef78ce2d07f2p-44},
    {0x1.868p-1, 0x1.1565eed456p-2, -0x1.e75adfb6aba25p-49},
    {0x1.858p-1, 0x1.180618ef19p-2, -0x1.482ffc86d38e5p-44},
    {0x1.848p-1, 0x1.1aa7fd638dp-2, 0x1.9f60a9616f7ap-45},
    {0x1.83p-1, 0x1.1e9e16788ap-2, -0x1.82eaed3c8b65ep-44},
    {0x1.82p-1, 0x1.214456d0ecp-2, -0x1.caf0428b728a3p-44},
    {0x1.81p-1, 0x1.23ec5991ecp-2, -0x1.6dbe448a2e522p-44},
    {0x1.8p-1, 0x1.269621134ep-2, -0x1.1b61f10522625p-44},
    {0x1.7e8p-1, 0x1.2a982269a4p-2, -0x1.2058e557285cfp-45},
    {0x1.7d8p-1, 0x1.2d46602addp-2, -0x1.88d0ddcd54196p-45},
    {0x1.7c8p-1, 0x1.2ff66b04ebp-2, -0x1.8aed2541e6e2ep-44},
    {0x1.7b8p-1, 0x1.32a8456512p-2, 0x1.4f928139af5d6p-47},
    {0x1.7a8p-1, 0x1.355bf1bd83p-2, -0x1.ba99b8964f0e8p-45},
    {0x1.79p-1, 0x1.396ce359bcp-2, -0x1.5839c5663663dp-47},
    {0x1.78p-1, 0x1.3c25277333p-2, 0x1.83b54b606bd5cp-46},
    {0x1.77p-1, 0x1.3edf463c17p-2, -0x1.f067c297f2c3fp-44},
    {0x1.76p-1, 0x1.419b423d5fp-2, -0x1.ce379226de3ecp-44},
    {0x1.75p-1, 0x1.44591e053ap-2, -0x1.6e95892923d88p-47},
    {0x1.74p-1, 0x1.4718dc271cp-2, 0x1.06c18fb4c14c5p-44},
    {0x1.73p-1, 0x1.49da7f3bccp-2, 0x1.07b334daf4b9ap-44},
    {0x1.718p-1, 0x1.4e0086dd8cp-2, -0x1.4d692a1e44788p-44},
    {0x1.708p-1, 0x1.50c6f1d11cp-2, -0x1.a0e6b7e827c2cp-44},
    {0x1.6f8p-1, 0x1.538f4af8f7p-2, 0x1.7ec02e45547cep-45},
    {0x1.6e8p-1, 0x1.5659950695p-2, 0x1.4c5fd2badc774p-46},
    {0x1.6d8p-1, 0x1.5925d2b113p-2, -0x1.69bf5a7a56f34p-44},
    {0x1.6c8p-1, 0x1.5bf406b544p-2, -0x1.27023eb68981cp-45},
    {0x1.6b8p-1, 0x1.5ec433d5c3p-2, 0x1.6b71a1229d17fp-44},
    {0x1.6a8p-1, 0x1.61965cdb03p-2, -0x1.f08ad603c488ep-45},
    {0x1.698p+0, -0x1.615ddb4becp-2, -0x1.3c7ca90bc04b2p-46},
    {0x1.688p+0, -0x1.5e87b20c29p-2, -0x1.527d18f7738fap-44},
    {0x1.678p+0, -0x1.5baf846aa2p-2, 0x1.39ae8f873fa41p-44},
    {0x1.668p+0, -0x1.58d54f86ep-2, -0x1.791f30a795215p-45},
    {0x1.65cp+0, -0x1.56b0515a18p-2, -0x1.9247bbc4a23fcp-45},
    {0x1.64cp+0, -0x1.53d288c3bep-2, 0x1.11397eb6dfac5p-46},
    {0x1.63cp+0, -0x1.50f2b0e1ep-2, -0x1.a09408c47b8d8p-44},
    {0x1.62cp+0, -0x1.4e10c6bc8ap-2, -0x1.8283f1636f061p-48},
    {0x1.61cp+0, -0x1.4b2cc75556p-2, 0x1.80fcbc78bfa4bp-44},
    {0x1.60cp+0, -0x1.4846afa75cp-2, 0x1.63ea2e3798dcep-45},
    {0x1.5fcp+0, -0x1.455e7ca72p-2, -0x1.ad8c636629aedp-46},
    {0x1.5fp+0, -0x1.432ef2a04fp-2, 0x1.fb129931715adp-44},
    {0x1.5ep+0, -0x1.404308686ap-2, -0x1.f8ef43049f7d3p-44},
    {0x1.5dp+0, -0x1.3d54fa5c1fp-2, -0x1.c3e1cd9a395e3p-44},
    {0x1.5c4p+0, -0x1.3b21066b9cp-2, 0x1.3c1ed9811560ep-44},
    {0x1.5b4p+0, -0x1.382f3216c5p-2, 0x1.061d21d1a7f6dp-46},
    {0x1.5a4p+0, -0x1.353b31376ep-2, 0x1.331afe6c26d9bp-46},
    {0x1.598p+0, -0x1.3302c16586p-2, -0x1.6217dc2a3e08bp-44},
    {0x1.588p+0, -0x1.300aead063p-2, -0x1.42f568b75fcacp-44},
    {0x1.578p+0, -0x1.2d10dec508p-2, -0x1.60c61f7088353p-44},
    {0x1.56cp+0, -0x1.2ad3e0ab73p-2, -0x1.b972e488c359fp-45},
    {0x1.55cp+0, -0x1.27d5ef1db6p-2, 0x1.9237478cac9f4p-47},
    {0x1.55p+0, -0x1.2596010df7p-2, -0x1.8e7bc224ea3e3p-44},
    {0x1.54p+0, -0x1.22941fbcf8p-2, 0x1.a6976f5eb0963p-44},
    {0x1.534p+0, -0x1.205139f73bp-2, -0x1.6e15e1609e0a4p-48},
    {0x1.524p+0, -0x1.1d4b5e796ap-2, -0x1.22a5bd197bac2p-45},
    {0x1.518p+0, -0x1.1b05791f08p-2, 0x1.2dd466dc55e2dp-44},
    {0x1.508p+0, -0x1.17fb98e151p-2, 0x1.a8a8ba74a2684p-44},
    {0x1.4fcp+0, -0x1.15b2abf429p-2, 0x1.d8e3b49b629b2p-45},
    {0x1.4ecp+0, -0x1.12a4bc3912p-2, 0x1.5a75061473259p-44},
    {0x1.4ep+0, -0x1.1058bf9ae5p-2, 0x1.4ab9d817d52cdp-44},
    {0x1.4dp+0, -0x1.0d46b579abp-2, -0x1.d2c81f640e1e6p-44},
    {0x1.4c4p+0, -0x1.0af7a0eb6cp-2, -0x1.3ccf94945adadp-45},
    {0x1.4b8p+0, -0x1.08a73667c5p-2, -0x1.ebc1d40c5a329p-44},
    {0x1.4a8p+0, -0x1.058f3c703fp-2, 0x1.0e866bcd236adp-44},
    {0x1.49cp+0, -0x1.033badfa74p-2, -0x1.c30bc1485bdffp-47},
    {0x1.49p+0, -0x1.00e6c45ad5p-2, -0x1.cc68d52e01203p-50},
    {0x1.48p+0, -0x1.fb9186d5e4p-3, 0x1.d572aab993c87p-47},
    {0x1.474p+0, -0x1.f6e1532154p-3, 0x1.c9a977ac4ec74p-44},
    {0x1.468p+0, -0x1.f22e5e72f2p-3, 0x1.f454f1417e41fp-44},
    {0x1.45cp+0, -0x1.ed78a58ca8p-3, -0x1.6f1b53793387ep-46},
    {0x1.44cp+0, -0x1.e72cb107dap-3, -0x1.dd48ccdf5471cp-46},
    {0x1.44p+0, -0x1.e27076e2bp-3, 0x1.a342c2af0003cp-44},
    {0x1.434p+0, -0x1.ddb16d8ceap-3, 0x1.eef797104b8bcp-46},
    {0x1.428p+0, -0x1.d8ef91af32p-3, 0x1.5105fc364c784p-46},
    {0x1.41cp+0, -0x1.d42adfec36p-3, 0x1.75c00fd804272p-46},
    {0x1.40cp+0, -0x1.cdcad935d2p-3, 0x1.a0ff034c9a447p-47},
    {0x1.4p+0, -0x1.c8ff7c79aap-3, 0x1.7794f689f8434p-45},
    {0x1.3f4p+0, -0x1.c4313e754ep-3, -0x1.279be74cad7d6p-44},
    {0x1.3e8p+0, -0x1.bf601bb0e4p-3, -0x1.386a947c378b5p-45},
    {0x1.3dcp+0, -0x1.ba8c10ae46p-3, -0x1.a32e29eee9d85p-44},
    {0x1.3dp+0, -0x1.b5b519e8fcp-3, 0x1.4b722ec011f31p-44},
    {0x1.3c4p+0, -0x1.b0db33d62p-3, -0x1.fee1438eab906p-44},
    {0x1.3b8p+0, -0x1.abfe5ae462p-3, 0x1.b68f5395f139dp-44},
    {0x1.3acp+0, -0x1.a71e8b7bep-3, 0x1.10aca6ef05323p-45},
    {0x1.3ap+0, -0x1.a23bc1fe2cp-3, 0x1.539cd91dc9f0bp-44},
    {0x1.394p+0, -0x1.9d55fac62ep-3, 0x1.f4669fc3b5bc3p-44},
    {0x1.388p+0, -0x1.986d322818p-3, -0x1.93b564dd44p-48},
    {0x1.37cp+0, -0x1.938164715ap-3, 0x1.4c63d6a3a39d9p-44},
    {0x1.37p+0, -0x1.8e928de886p-3, -0x1.a8154b13d72d5p-44},
    {0x1.364p+0, -0x1.89a0aacd4ep-3, -0x1.c0bfbda8f5a72p-45},
    {0x1.358p+0, -0x1.84abb75866p-3, 0x1.d8daadf4e2bd2p-44},
    {0x1.34cp+0, -0x1.7fb3afbb76p-3, 0x1.7dbf524609d57p-44},
    {0x1.34p+0, -0x1.7ab890210ep-3, 0x1.bdb9072534a58p-45},
    {0x1.334p+0, -0x1.75ba54ac8ep-3, -0x1.ddca58bc4a7cp-44},
    {0x1.328p+0, -0x1.70b8f97a1ap-3, -0x1.4ea64f6a95befp-44},
    {0x1.32p+0, -0x1.6d60fe719ep-3, 0x1.bc6e557134767p-44},
    {0x1.314p+0, -0x1.685a659efp-3, 0x1.1f2a96c103214p-45},
    {0x1.308p+0, -0x1.6350a28aaap-3, -0x1.d5ec0ab8163afp-45},
    {0x1.2fcp+0, -0x1.5e43b135bep-3, 0x1.43ab4ceed9c31p-44},
    {0x1.2fp+0, -0x1.59338d9982p-3, -0x1.0ba68b7555d4ap-48},
    {0x1.2e4p+0, -0x1.542033a7a8p-3, -0x1.68d68ed855f0ep-45},
    {0x1.2dcp+0, -0x1.50bc2cd29cp-3, -0x1.ada5728db8d4fp-46},
    {0x1.2dp+0, -0x1.4ba36f39a6p-3, 0x1.4354bb3f219e5p-44},
    {0x1.2c4p+0, -0x1.468770543p-3, 0x1.d8145f8d5087ep-44},
    {0x1.2b8p+0, -0x1.41682bf728p-3, 0x1.10047081f849dp-45},
    {0x1.2bp+0, -0x1.3dfc2b0eccp-3, -0x1.8a72a62b8c13fp-45},
    {0x1.2a4p+0, -0x1.38d7699164p-3, -0x1.844a59e39bb7p-46},
    {0x1.298p+0, -0x1.33af57577p-3, -0x1.c9ecca2fe72a5p-44},
    {0x1.29p+0, -0x1.303d718e48p-3, 0x1.680b5ce3ecb05p-50},
    {0x1.284p+0, -0x1.2b0fcf3b1ap-3, -0x1.77ca3e30a59eap-46},
    {0x1.278p+0, -0x1.25ded0abc6p-3, -0x1.5a3854f176449p-44},
    {0x1.27p+0, -0x1.2266f190a6p-3, 0x1.4d20ab840e7f6p-45},
    {0x1.264p+0, -0x1.1d304f8c36p-3, 0x1.a6d44df451042p-44},
    {0x1.258p+0, -0x1.17f6458fcap-3, -0x1.843fad093c8dcp-45},
    {0x1.25p+0, -0x1.1478584674p-3, -0x1.563451027c75p-46},
    {0x1.244p+0, -0x1.0f3897134cp-3, 0x1.da359e893d6c6p-44},
    {0x1.238p+0, -0x1.09f561ee72p-3, 0x1.8f3057157d1a8p-45},
    {0x1.23p+0, -0x1.0671512ca6p-3, 0x1.a47579cdc0a3dp-45},
    {0x1.224p+0, -0x1.012850a6ep-3, 0x1.a86194805bf94p-46},
    {0x1.21cp+0, -0x1.fb40bd6ff4p-4, -0x1.c0becb7b53b5bp-45},
    {0x1.21p+0, -0x1.f0a30c0118p-4, 0x1.d599e83368e91p-44},
    {0x1.208p+0, -0x1.e98b54967p-4, -0x1.4677489c50e97p-44},
    {0x1.1fcp+0, -0x1.dee1d8cd6p-4, 0x1.28da0729eff89p-44},
    {0x1.1fp+0, -0x1.d4313d66ccp-4, 0x1.9454379135713p-45},
    {0x1.1e8p+0, -0x1.cd0cdbf8cp-4, -0x1.3e14db50dd743p-44},
    {0x1.1dcp+0, -0x1.c2504bf79cp-4, -0x1.717c4d0ef4adcp-44},
    {0x1.1d4p+0, -0x1.bb23e9369p-4, 0x1.68b183559db8bp-44},
    {0x1.1ccp+0, -0x1.b3f44db22p-4, -0x1.fd153d8de09afp-44},
    {0x1.1cp+0, -0x1.a926d3a4acp-4, -0x1.563650bd22a9cp-44},
    {0x1.1b8p+0, -0x1.a1ef1d806p-4, -0x1.cd4176df97bcbp-44},
    {0x1.1acp+0, -0x1.97156dc8f8p-4, 0x1.c1fc19afdb97bp-44},
    {0x1.1a4p+0, -0x1.8fd58aa8c4p-4, 0x1.eec901bcb725bp-44},
    {0x1.198p+0, -0x1.84ef898e84p-4, 0x1.7d5cd246977c9p-44},
    {0x1.19p+0, -0x1.7da766d7bp-4, -0x1.2cc844480c89bp-44},
    {0x1.184p+0, -0x1.72b4f842ecp-4, 0x1.704ccc00c9dd3p-44},
    {0x1.17cp+0, -0x1.6b64831bp-4, 0x1.bf30a1377de92p-44},
    {0x1.174p+0, -0x1.6410b46fe8p-4, 0x1.53f8f3cbd8d14p-46},
    {0x1.168p+0, -0x1.590cafdfp-4, -0x1.c284f5722abaap-44},
    {0x1.16p+0, -0x1.51b073f06p-4, -0x1.83f69278e686ap-44},
    {0x1.158p+0, -0x1.4a50d3aa1cp-4, 0x1.f7fe1308973e2p-45},
    {0x1.14cp+0, -0x1.3f3b00414p-4, -0x1.e2474acdfcec5p-49},
    {0x1.144p+0, -0x1.37d2d76284p-4, 0x1.c60aa9b7ff15cp-45},
    {0x1.13cp+0, -0x1.30673f22c8p-4, -0x1.4c9e29dcf0ba5p-45},
    {0x1.13p+0, -0x1.253f62f0ap-4, -0x1.416f8fb69a701p-44},
    {0x1.128p+0, -0x1.1dcb263dbp-4, -0x1.9444f5e9e8981p-44},
    {0x1.12p+0, -0x1.16536eea38p-4, 0x1.47c5e768fa309p-46},
    {0x1.114p+0, -0x1.0b194ee0dp-4, -0x1.666ea4f69edccp-44},
    {0x1.10cp+0, -0x1.0398d6b624p-4, 0x1.ab14dfcbfcdp-44},
    {0x1.104p+0, -0x1.f829b0e78p-5, -0x1.980267c7e09e4p-44},
    {0x1.0fcp+0, -0x1.e91aa1915p-5, 0x1.e82a01dcc6a76p-47},
    {0x1.0fp+0, -0x1.d276b8adbp-5, -0x1.6a423c78a64bp-46},
    {0x1.0e8p+0, -0x1.c355dd092p-5, -0x1.f2ccc9abf8388p-45},
    {0x1.0ep+0, -0x1.b42dd71198p-5, 0x1.c827ae5d6704cp-46},
    {0x1.0d8p+0, -0x1.a4fe9ffa4p-5, 0x1.6e584a0402925p-44},
    {0x1.0ccp+0, -0x1.8e2a4243ap-5, -0x1.b9eeb0142649p-45},
    {0x1.0c4p+0, -0x1.7ee8f25cd8p-5, 0x1.f421611a5c1e9p-44},
    {0x1.0bcp+0, -0x1.6fa0593c78p-5, -0x1.b415e41d634a1p-44},
    {0x1.0b4p+0, -0x1.60506fe99p-5, 0x1.2ba408194e036p-44},
    {0x1.0acp+0, -0x1.50f92f60f8p-5, -0x1.96cfb0a91ffe3p-45},
    {0x1.0a4p+0, -0x1.419a90959p-5, -0x1.b5cdc67d48ea7p-44},
    {0x1.098p+0, -0x1.2a7ec2215p-5, 0x1.78ce77a9163fep-45},
    {0x1.09p+0, -0x1.1b0d98924p-5, 0x1.3401e9ae889bbp-44},
    {0x1.088p+0, -0x1.0b94f7c198p-5, 0x1.e89896f022783p-45},
    {0x1.08p+0, -0x1.f829b0e78p-6, -0x1.980267c7e09e4p-45},
    {0x1.078p+0, -0x1.d91a66c54p-6, -0x1.e61f1658cfb9ap-45},
    {0x1.07p+0, -0x1.b9fc027bp-6, 0x1.b9a010ae6922ap-44},
    {0x1.068p+0, -0x1.9ace7551dp-6, 0x1.d75d97ec7c41p-45},
    {0x1.06p+0, -0x1.7b91b07d6p-6, 0x1.3b955b602ace4p-44},
    {0x1.054p+0, -0x1.4c99e049p-6, -0x1.decc65df5f4a5p-46},
    {0x1.04cp+0, -0x1.2d36cefb5p-6, -0x1.5f0bb341706c3p-44},
    {0x1.044p+0, -0x1.0dc4518bp-6, 0x1.9bc2f380313fcp-45},
    {0x1.03cp+0, -0x1.dc84b1912p-7, -0x1.c0a541e3a5b3p-46},
    {0x1.034p+0, -0x1.9d61aadc6p-7, -0x1.7b196327b4257p-44},
    {0x1.02cp+0, -0x1.5e1f703ecp-7, -0x1.7ca09f585da1bp-44},
    {0x1.024p+0, -0x1.1ebde2d1ap-7, 0x1.a0683ff48dc36p-45},
    {0x1.01cp+0, -0x1.be79c7004p-8, -0x1.8ec8f9a6c0404p-44},
    {0x1.014p+0, -0x1.3f38a60fp-8, -0x1.9225693c93749p-46},
    {0x1.00cp+0, -0x1.7f7047d78p-9, -0x1.83da689d68648p-45},
    {1, 0, 0},
};

static const double logarithm_two[] = {0x1.62e42fefa38p-1, 0x1.ef35793c7673p-45};  // ln 2

// log(x + low) of a positive, finite x; |low| is half a unit in its last place at most
static inline real_pair logarithm_at(double x, double low) {
  double scaled = x < 0x1p-1022 ? x*0x1p54 : x;
  uint64_t bits = real_bits(scaled);
  int i = (int)(bits >> 44 & 255), halved = i >= 106;
  int e = (int)(bits >> 52) - 1023 + halved;
  double z = real_of_bits((bits & UINT64_C(0xfffffffffffff)) | (uint64_t)(1023 - halved) << 52);
  const double *t = logarithm_table[i];

  double z1 = real_upper(z);
  real_pair r = pair_sum(z1*t[0] - 1, (z - z1)*t[0]);
  if (low != 0 && x < 0x1p60)  // beyond, it does not count
    r = pair_quick(r.high, r.low + low*real_power_of_two(-e)*t[0]);
  e -= scaled == x ? 0 : 54;

  double a = r.high, sum = e*logarithm_two[0] + t[1];
  real_pair square = pair_product(a, a);
  double q = 1.0/5 + a*(-1.0/6 + a*(1.0/7 + a*(-1.0/8 + a*(1.0/9))));
  double cube = a*square.high*(1.0/3 + a*(-1.0/4 + a*q));
  real_pair first = pair_quick(sum, a), second = pair_quick(first.high, -0.5*square.high);
  double small = (e*logarithm_two[1] + t[2]) + (r.low - (0.5*square.low + a*r.low));
  return pair_quick(second.high, (first.low + second.low) + (small + cube));
}

REAL_FUNCTION double real_log(double x) {
  if (!(x > 0))
    return x == 0 ? -HUGE_VAL : (x - x)/(x - x);
  if (!(x < HUGE_VAL))
    return x;
  real_pair l = logarithm_at(x, 0);
  return l.high + l.low;
}

// log(1 + x)
REAL_FUNCTION double real_log1p(double x) {
  if (!(x > -1))
    return x == -1 ? -HUGE_VAL : (x - x)/(x - x);
  if (fabs(x) < 0x1p-54 || !(x < HUGE_VAL))
    return x;
  real_pair s = pair_sum(1, x);
  real_pair l = logarithm_at(s.high, s.low);
  return l.high + l.low;
}

// ---- powers

// is y an integer? 0 no, 1 odd, 2 even
static inline int logarithm_integer(double y) {
  double a = fabs(y);
  if (a >= 0x1p53)
    return 2;
  if (a != (a + 0x1p52) - 0x1p52 && a < 0x1p52)
    return 0;
  return a*0.5 == (double)(int64_t)(a*0.5) ? 2 : 1;
}

// x^y where x is 0 or infinite, or y is, as C99 has it; `odd`: the sign of x counts
static inline double logarithm_edge(double x, double y, int odd) {
  double a = fabs(x);
  if (!isfinite(y))
    return a == 1 ? 1 : (a > 1) == (y > 0) ? HUGE_VAL : 0;
  double size = (a > 1) == (y > 0) ? HUGE_VAL : 0;
  return odd && signbit(x) ? -size : size;
}

REAL_FUNCTION double real_pow(double x, double y) {
  if (y == 0 || x == 1)
    return 1;
  if (x != x || y != y)
    return x + y;
  int integer = isfinite(y) ? logarithm_integer(y) : 2;
  if (x == 0 || !isfinite(x) || !isfinite(y))
    return logarithm_edge(x, y, integer == 1);
  if (x < 0 && integer == 0)
    return (x - x)/(x - x);
  double sign = x < 0 && integer == 1 ? -1 : 1;
  real_pair l = logarithm_at(fabs(x), 0);
  if (!(fabs(y*l.high) < exponential_most))
    return sign*((y > 0) == (l.high > 0) ? HUGE_VAL : 0);
  real_pair p = pair_product(y, l.high);
  int m;
  real_pair e = exponential_at((real_pair){p.high, p.low + y*l.low}, &m);
  return sign*exponential_scaled(e, m);
}
