/** Makers that NHTSA does not know, since they sell no cars in the United States, by what their VINs begin with (ISO 3780). */
const others: Readonly<Record<string, string>> = {
  NLH: 'Hyundai',
  NMT: 'Toyota',
  SB1: 'Toyota',
  SJN: 'Nissan',
  TMA: 'Hyundai',
  TMB: 'Škoda',
  TMP: 'Škoda',
  TSM: 'Suzuki',
  U5Y: 'Kia',
  UU1: 'Dacia',
  VF1: 'Renault',
  VF3: 'Peugeot',
  VF7: 'Citroën',
  VNK: 'Toyota',
  VR1: 'DS',
  VR3: 'Peugeot',
  VR7: 'Citroën',
  VSS: 'SEAT',
  VSX: 'Opel',
  W0L: 'Opel',
  W0V: 'Opel',
  WF0: 'Ford',
  WVG: 'Volkswagen',
  WVW: 'Volkswagen',
  XP7: 'Tesla',
  ZFA: 'Fiat',
}

/** Those who write something else where others write the model year. */
const withoutYear = /^(SJN|UU1|VF[137]|VR[137]|WD[BCDF]|WF0|W1[KNV]|ZFA)/

export function otherMaker(vin: string): string | null {
  return others[vin.slice(0, 3)] ?? null
}

/** Whether the tenth character may be taken for the model year where nothing else is known of a VIN. */
export function writesYear(vin: string): boolean {
  return !withoutYear.test(vin)
}
