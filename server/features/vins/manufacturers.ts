/** A manufacturer, as identified by the first characters of a VIN (ISO 3780). */
export interface Manufacturer {
  make: string
  /**
   * The first model year that these VINs encode at position 10, in every market. For `north-america`, VINs of
   * other markets have a filler character there. Null if the manufacturer uses its own year code.
   */
  yearsFrom: number | 'north-america' | null
}

/** Finds the entry with the longest matching prefix. Several makes share some codes. */
export function findManufacturer(vin: string): Manufacturer | null {
  return manufacturers.get(vin.slice(0, 4)) ?? manufacturers.get(vin.slice(0, 3)) ?? null
}

/**
 * Rows of VIN prefix, first encoded model year, and make, sorted by prefix. In the year column, an asterisk
 * stands for `north-america`, and a dash for null.
 */
const table = `
1FA 1981 Ford
1FB 1981 Ford
1FD 1981 Ford
1FM 1981 Ford
1FT 1981 Ford
2T1 1981 Toyota
2T3 1981 Toyota
3KP 2016 Kia
3KPC 2016 Hyundai
3PC 2016 Infiniti
5NM 2005 Hyundai
5NP 2005 Hyundai
5TD 1981 Toyota
5XY 2009 Kia
5YJ 2008 Tesla
6F1 - Ford
6FP - Ford
6G1 1998 Holden
6T1 - Toyota
7SA 2021 Tesla
93Y - Renault
9BW 1981 Volkswagen
AHT - Toyota
JA3 1981 Mitsubishi
JF1 * Subaru
JF2 * Subaru
JHM 1981 Honda
JM0 - Mazda
JM1 * Mazda
JM3 * Mazda
JM6 - Mazda
JM7 - Mazda
JMA 1981 Mitsubishi
JMB 1981 Mitsubishi
JMY 1981 Mitsubishi
JMZ - Mazda
JN1 * Nissan
JN8 * Nissan
JSA - Suzuki
JTD * Toyota
JTE * Toyota
JTH * Lexus
JTJ * Lexus
JTK * Toyota
JTL * Toyota
JTM * Toyota
JTN * Toyota
KL1 2002 Chevrolet
KLA 1987 Daewoo
KLY - Daewoo
KM8 2000 Hyundai
KMF 1981 Hyundai
KMH 1981 Hyundai
KMT 2017 Genesis
KNA 1987 Kia
KNC 1987 Kia
KND 1987 Kia
KNE 1991 Kia
KNM - Renault
KPA 1993 SsangYong
KPB 1993 SsangYong
KPT 1993 SsangYong
LB3 1998 Geely
LC0 1998 BYD
LGX 1998 BYD
LPS 2019 Polestar
LRW 2020 Tesla
LSJ 1998 MG
LVS 1998 Ford
LYV 1998 Volvo
MA3 - Suzuki
MAJ - Ford
MAL 1998 Hyundai
MB8 - Suzuki
MDH - Nissan
MMB 1981 Mitsubishi
MMC 1981 Mitsubishi
MNT - Nissan
MR0 - Toyota
NLH 1998 Hyundai
NLJ 1998 Hyundai
NM0 - Ford
NM4 - Fiat
NMT - Toyota
PE1 - Ford
SAJ 1981 Jaguar
SAL 1981 Land Rover
SAR 1981 Rover
SB1 - Toyota
SCA 1981 Rolls-Royce
SCB 1981 Bentley
SCC 1981 Lotus
SCF 1981 Aston Martin
SDP 2010 MG
SFA - Ford
SHH 1992 Honda
SHS 1992 Honda
SJN - Nissan
SUF - Fiat
TMA 2008 Hyundai
TMB 1991 Škoda
TMP 1991 Škoda
TRU 1998 Audi
TSM - Suzuki
U5Y 2006 Kia
U6Y 2006 Kia
UU1 - Dacia
VF1 - Renault
VF3 - Peugeot
VF6 - Renault
VF7 - Citroën
VF8 - Peugeot
VFA - Alpine
VN1 - Renault
VNK - Toyota
VNV - Nissan
VR1 - DS
VR3 - Peugeot
VR7 - Citroën
VS5 - Renault
VS6 - Ford
VS7 - Citroën
VSE - Suzuki
VSK - Nissan
VSS 1986 SEAT
VSX - Opel
VWA - Nissan
VXE - Opel
VXK - Opel
W0L 1981 Opel
W0V 2017 Opel
W1K - Mercedes-Benz
W1N - Mercedes-Benz
W1T - Mercedes-Benz
W1V - Mercedes-Benz
W1W - Mercedes-Benz
WA1 1981 Audi
WAU 1981 Audi
WBA * BMW
WBS * BMW
WBX * BMW
WBY * BMW
WDB - Mercedes-Benz
WDC - Mercedes-Benz
WDD - Mercedes-Benz
WDF - Mercedes-Benz
WF0 - Ford
WMA - MAN
WME - smart
WMW * MINI
WMX - Mercedes-Benz
WMZ * MINI
WP0 1981 Porsche
WP1 2003 Porsche
WUA 1981 Audi
WV1 1981 Volkswagen
WV2 1981 Volkswagen
WV3 1981 Volkswagen
WVG 2003 Volkswagen
WVW 1981 Volkswagen
X4X - BMW
X7L - Renault
X7M - Hyundai
X9F - Ford
XLB - Volvo
XMC - Mitsubishi
XP7 2022 Tesla
XTA 1981 Lada
XUF - Chevrolet
XW8 2008 Volkswagen
XWE - Kia
Y6D - ZAZ
YS3 1981 Saab
YSM 2021 Polestar
YSR 2021 Polestar
YV1 1981 Volvo
YV4 2003 Volvo
Z8N - Nissan
Z94 - Hyundai
ZAC - Jeep
ZAM - Maserati
ZAR - Alfa Romeo
ZFA - Fiat
ZFF - Ferrari
ZHW - Lamborghini
ZLA - Lancia
`

const manufacturers: ReadonlyMap<string, Manufacturer> = new Map(
  table
    .trim()
    .split('\n')
    .map((row) => {
      const [prefix = '', from = '', ...make] = row.split(' ')
      return [prefix, { make: make.join(' '), yearsFrom: readYears(from) }]
    }),
)

function readYears(text: string): Manufacturer['yearsFrom'] {
  if (text === '*') return 'north-america'
  return text === '-' ? null : Number(text)
}
