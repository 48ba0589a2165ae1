import { points } from './geometry.ts'
import type { Point } from './geometry.ts'

export const BODY_NAMES = ['sedan', 'hatch', 'suv', 'coupe', 'wagon', 'pickup'] as const

type BodyName = (typeof BODY_NAMES)[number]

/** Body types that occur only in the body picker, not in the demo data. */
export const OTHER_BODY_NAMES = ['convertible', 'minivan', 'van'] as const

export type ShapeName = BodyName | (typeof OTHER_BODY_NAMES)[number] | 'cybertruck'

/** The dimensions in millimeters of a car seen from its left side. */
export interface CarBody {
  length: number
  /** Horizontal positions of the axles, and the tires' outer radius. */
  frontAxle: number
  rearAxle: number
  wheelRadius: number
  /** Height of the doors' lower edge. */
  sill: number
  /** True for off-road cars, which have unpainted wheel arches and sills. */
  hasCladding: boolean
  hasRoofRails: boolean
  hasTailgateGlass: boolean
  hasBed: boolean
  /** Outline from the front bumper over the roof to the rear bumper. Its first corner is the cowl. */
  roofline: readonly Point[]
  sideGlass: readonly Point[]
  /** Lower edge of the side glass: front, middle, and rear end. */
  beltline: readonly Point[]
  pillars: readonly number[]
  doorEdges: readonly number[]
  shoulder: readonly Point[]
  crease: readonly Point[]
  headlamp: readonly Point[]
  taillamp: readonly Point[]
  handles: readonly number[]
  seats: readonly number[]
  /** Overall width, and the height of the hood's rear edge. */
  width: number
  hood: number
}

const sedanNose = points('120,178 24,262 4,440 6,610 40,722 150,792 720,902 1330,985!')
const sedanHeadlamp = points('38,706 150,780 500,838 590,846 520,800 330,742 120,690')

export const BODIES: Record<ShapeName, CarBody> = {
  sedan: {
    length: 4780,
    frontAxle: 880,
    rearAxle: 3720,
    wheelRadius: 352,
    sill: 178,
    hasCladding: false,
    hasRoofRails: false,
    hasTailgateGlass: false,
    hasBed: false,
    roofline: [
      ...sedanNose,
      ...points(
        '1720,1208 2080,1372 2520,1424 3020,1394 3450,1272 3880,1124 4240,1092 4610,1082!',
        '4690,985 4736,880 4768,640 4772,420 4690,225',
      ),
    ],
    sideGlass: points('1475,1000! 1790,1188 2120,1322 2520,1363 2960,1338 3260,1248 3530,1122! 3440,1064!'),
    beltline: points('1475,1000 2500,1036 3440,1064'),
    pillars: [2560, 3180],
    doorEdges: [1510, 2575, 3400],
    shoulder: points('330,800 1400,902 2600,938 3900,962 4660,948'),
    crease: points('1190,395 2400,372 3420,440'),
    headlamp: sedanHeadlamp,
    taillamp: points('4300,952 4660,990 4716,905 4738,835 4560,858 4380,905'),
    handles: [2330, 3210],
    seats: [2330, 3080],
    width: 1850,
    hood: 985,
  },
  hatch: {
    length: 4290,
    frontAxle: 860,
    rearAxle: 3480,
    wheelRadius: 345,
    sill: 185,
    hasCladding: false,
    hasRoofRails: false,
    hasTailgateGlass: true,
    hasBed: false,
    roofline: points(
      '115,185 24,270 3,450 6,625 44,742 160,815 680,918 1190,1003! 1560,1235 1900,1408',
      '2380,1466 3050,1452 3760,1392! 3860,1280 4030,1070! 4160,985 4230,860 4276,660',
      '4282,430 4200,235',
    ),
    sideGlass: points('1330,1012! 1630,1212 1950,1357 2390,1406 3000,1390 3480,1340! 3690,1160 3560,1076!'),
    beltline: points('1330,1012 2400,1046 3560,1076'),
    pillars: [2420, 3120],
    doorEdges: [1340, 2440, 3230],
    shoulder: points('330,822 1300,908 2500,946 3600,972 4180,952'),
    crease: points('1150,405 2300,385 3200,455'),
    headlamp: points('38,724 155,800 480,858 570,862 500,812 320,755 120,708'),
    taillamp: points('3850,990 4120,1004 4196,905 4222,838 4080,850 3910,905'),
    handles: [2190, 2990],
    seats: [2170, 2900],
    width: 1800,
    hood: 1003,
  },
  suv: {
    length: 4720,
    frontAxle: 870,
    rearAxle: 3740,
    wheelRadius: 385,
    sill: 245,
    hasCladding: true,
    hasRoofRails: true,
    hasTailgateGlass: true,
    hasBed: false,
    roofline: points(
      '130,262 30,370 4,580 6,770 40,905 150,990 700,1082 1240,1150! 1600,1385 1960,1572',
      '2460,1650 3300,1640 4220,1560! 4300,1450 4480,1200! 4600,1085 4660,960 4706,740',
      '4712,500 4620,300',
    ),
    sideGlass: points('1390,1160! 1690,1365 2010,1518 2470,1586 3300,1576 3900,1514! 4130,1320 3980,1230!'),
    beltline: points('1390,1160 2600,1195 3980,1230'),
    pillars: [2560, 3380],
    doorEdges: [1410, 2580, 3480],
    shoulder: points('330,990 1300,1055 2600,1088 3900,1114 4600,1094'),
    crease: points('1230,520 2400,500 3480,575'),
    headlamp: points('36,880 150,968 500,1022 590,1026 510,972 320,912 110,868'),
    taillamp: points('4230,1128 4560,1146 4630,1040 4656,965 4500,980 4300,1038'),
    handles: [2330, 3240],
    seats: [2330, 3130],
    width: 1900,
    hood: 1150,
  },
  coupe: {
    length: 4680,
    frontAxle: 880,
    rearAxle: 3650,
    wheelRadius: 358,
    sill: 160,
    hasCladding: false,
    hasRoofRails: false,
    hasTailgateGlass: false,
    hasBed: false,
    roofline: points(
      '120,162 24,240 4,400 6,560 44,665 160,738 780,858 1470,942! 1860,1142 2200,1282',
      '2560,1330 2960,1308 3420,1208 3900,1090 4260,1034 4600,1042! 4640,915 4664,800',
      '4676,600 4672,400 4600,205',
    ),
    sideGlass: points('1620,954! 1920,1122 2240,1234 2570,1272 2920,1250 3220,1172 3480,1070! 3330,1014!'),
    beltline: points('1620,954 2600,990 3330,1014'),
    pillars: [2860],
    doorEdges: [1570, 2880],
    shoulder: points('330,752 1400,852 2600,886 3800,926 4590,896'),
    crease: points('1190,365 2400,335 3350,425'),
    headlamp: points('38,652 160,726 540,788 640,796 560,748 350,688 120,636'),
    taillamp: points('4200,892 4590,922 4634,850 4652,785 4480,802 4290,846'),
    handles: [2600],
    seats: [2420],
    width: 1870,
    hood: 942,
  },
  wagon: {
    length: 4800,
    frontAxle: 880,
    rearAxle: 3720,
    wheelRadius: 352,
    sill: 178,
    hasCladding: false,
    hasRoofRails: true,
    hasTailgateGlass: true,
    hasBed: false,
    roofline: [
      ...sedanNose,
      ...points(
        '1720,1208 2080,1374 2520,1430 3300,1424 4310,1366! 4410,1250 4580,1075! 4690,970',
        '4750,850 4786,640 4788,420 4700,225',
      ),
    ],
    sideGlass: points('1475,1000! 1790,1188 2120,1324 2520,1370 3300,1362 3970,1316! 4240,1150 4110,1084!'),
    beltline: points('1475,1000 2700,1040 4110,1084'),
    pillars: [2560, 3340],
    doorEdges: [1510, 2575, 3400],
    shoulder: points('330,800 1400,902 2600,938 3900,966 4690,950'),
    crease: points('1190,395 2400,372 3420,440'),
    headlamp: sedanHeadlamp,
    taillamp: points('4320,962 4640,986 4716,905 4742,832 4560,850 4390,902'),
    handles: [2330, 3210],
    seats: [2330, 3080],
    width: 1850,
    hood: 985,
  },
  pickup: {
    length: 5480,
    frontAxle: 950,
    rearAxle: 4320,
    wheelRadius: 412,
    sill: 315,
    hasCladding: true,
    hasRoofRails: false,
    hasTailgateGlass: false,
    hasBed: true,
    roofline: points(
      '150,350 36,450 6,650 8,860 36,990 140,1062 760,1136 1340,1194! 1680,1446 2000,1650',
      '2440,1748 3100,1752 3560,1690! 3700,1480 3800,1268! 4500,1262 5390,1270! 5450,1180',
      '5468,820 5474,580 5390,420',
    ),
    sideGlass: points('1490,1204! 1780,1428 2050,1598 2440,1684 3080,1686 3380,1646! 3520,1450 3580,1276!'),
    beltline: points('1490,1204 2500,1240 3580,1276'),
    pillars: [2580],
    doorEdges: [1500, 2600, 3600],
    shoulder: points('330,1052 1400,1096 2600,1124 3900,1142 5420,1136'),
    crease: points('1310,620 2500,600 3840,656'),
    headlamp: points('32,940 130,1034 440,1078 520,1076 460,1014 300,956 100,918'),
    taillamp: points('5270,1196 5410,1200 5446,1130 5456,910 5412,886 5300,898'),
    handles: [2350, 3340],
    seats: [2300, 3200],
    width: 1960,
    hood: 1194,
  },
  cybertruck: {
    length: 5680,
    frontAxle: 960,
    rearAxle: 4595,
    wheelRadius: 440,
    sill: 390,
    hasCladding: true,
    hasRoofRails: false,
    hasTailgateGlass: false,
    hasBed: false,
    roofline: points(
      '70,450 22,640 10,850 24,900 90,940 700,1156 1050,1283! 1700,1519 2300,1736 2440,1787!',
      '2700,1742 4000,1516 5300,1290 5570,1243! 5640,1180 5668,900 5650,640 5570,470',
    ),
    sideGlass: points('1240,1276! 2440,1712! 3780,1480! 3720,1330!'),
    beltline: points('1240,1276 2500,1296 3720,1330'),
    pillars: [2500],
    doorEdges: [1420, 2560, 3560],
    shoulder: points('60,905 1400,1120 2600,1165 3900,1190 5640,1196'),
    crease: points('1500,700 2500,690 3900,700'),
    headlamp: points('16,872 50,912 240,984 420,1044 410,1026 240,962 50,890'),
    taillamp: points('5400,1222 5560,1226 5610,1196 5640,1150 5560,1168 5420,1186'),
    handles: [],
    seats: [2300, 3000],
    width: 2030,
    hood: 1230,
  },
  convertible: {
    length: 4560,
    frontAxle: 870,
    rearAxle: 3560,
    wheelRadius: 352,
    sill: 160,
    hasCladding: false,
    hasRoofRails: false,
    hasTailgateGlass: false,
    hasBed: false,
    roofline: points(
      '120,162 24,240 4,400 6,560 44,665 160,738 780,858 1450,942! 1800,1180 1960,1262! 2010,1262!',
      '1900,1150 1780,985! 2300,992 2450,1110 2560,1110 2640,1000! 3250,1002 3700,1030 4420,1022! 4500,900',
      '4540,760 4556,600 4550,400 4480,205',
    ),
    sideGlass: points('1580,962! 1900,1185! 1720,985!'),
    beltline: points('1580,962 1650,975 1720,985'),
    pillars: [],
    doorEdges: [1560, 2820],
    shoulder: points('330,752 1400,852 2600,896 3800,916 4460,886'),
    crease: points('1190,365 2400,335 3300,425'),
    headlamp: points('38,652 160,726 540,788 640,796 560,748 350,688 120,636'),
    taillamp: points('4080,892 4470,922 4514,850 4532,785 4360,802 4170,846'),
    handles: [2560],
    seats: [],
    width: 1870,
    hood: 942,
  },
  minivan: {
    length: 5000,
    frontAxle: 900,
    rearAxle: 3950,
    wheelRadius: 352,
    sill: 190,
    hasCladding: false,
    hasRoofRails: true,
    hasTailgateGlass: true,
    hasBed: false,
    roofline: points(
      '125,195 26,280 4,460 8,640 50,770 170,860 620,990 1000,1090! 1420,1400 1800,1600',
      '2300,1718 3300,1730 4500,1660! 4660,1480 4780,1240! 4880,1120 4930,980 4980,740',
      '4988,460 4900,240',
    ),
    sideGlass: points('1180,1110! 1560,1390 1880,1545 2330,1650 3300,1662 4280,1610! 4520,1370 4420,1220!'),
    beltline: points('1180,1110 2800,1165 4420,1220'),
    pillars: [2380, 3480],
    doorEdges: [1380, 2420, 3620],
    shoulder: points('330,900 1300,1000 2700,1050 4100,1090 4900,1070'),
    crease: points('1230,430 2500,405 3640,480'),
    headlamp: points('40,760 160,842 520,930 620,940 540,880 330,800 120,738'),
    taillamp: points('4620,1130 4800,1180 4880,1110 4940,880 4900,820 4820,960'),
    handles: [2190, 3400],
    seats: [2150, 3000, 3850],
    width: 1990,
    hood: 1090,
  },
  van: {
    length: 5300,
    frontAxle: 950,
    rearAxle: 4150,
    wheelRadius: 345,
    sill: 215,
    hasCladding: false,
    hasRoofRails: false,
    hasTailgateGlass: false,
    hasBed: false,
    roofline: points(
      '110,215 22,310 4,500 8,720 60,860 180,950 560,1090 880,1190! 1180,1560 1400,1840',
      '1640,1960 2000,1985 5050,1985! 5180,1960 5240,1850 5275,1400 5290,700 5280,420 5220,250',
    ),
    sideGlass: points('1060,1210! 1300,1540 1480,1740 1700,1795 2130,1800! 2160,1700 2160,1240!'),
    beltline: points('1060,1210 1600,1230 2160,1240'),
    pillars: [],
    doorEdges: [1240, 2240, 3560],
    shoulder: points('330,990 1300,1095 2700,1120 4100,1120 5220,1110'),
    crease: points('1330,560 2500,545 3780,600'),
    headlamp: points('36,850 140,930 430,1020 520,1034 470,960 300,880 110,820'),
    taillamp: points('5180,1300 5270,1290 5284,1000 5280,760 5200,770 5170,1040'),
    handles: [2080, 2400],
    seats: [1900],
    width: 2020,
    hood: 1190,
  },
}
