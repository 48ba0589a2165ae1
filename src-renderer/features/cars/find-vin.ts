import { hasValidCheckDigit, judgeVin, needsCheckDigit, VIN_LENGTH } from '../../../contract/vin.ts'

export interface FoundVin {
  vin: string
  /** Its check digit holds. Code 39 has none of its own, so a VIN without one may have been misread. */
  isSure: boolean
}

/**
 * The first VIN in what bar codes say. On a car it stands alone (Code 39), after an I for import, between stars, or
 * inside of a longer text, such as a QR code's address.
 */
export function findVin(texts: readonly string[]): FoundVin | null {
  for (const candidate of texts.flatMap(candidatesIn)) {
    const { vin, fault } = judgeVin(candidate)
    if (fault === null) return { vin, isSure: hasValidCheckDigit(vin) }
  }
  return null
}

/** Runs of the characters that VINs have; I, O and Q are none. */
function candidatesIn(text: string): string[] {
  const runs = text.toUpperCase().match(/[A-HJ-NPR-Z0-9]+/g) ?? []
  return runs.flatMap((run) => (run.length === VIN_LENGTH ? [run] : endsOf(run)))
}

/** With something right before or after it, only a VIN whose check digit has to hold can be told. */
function endsOf(run: string): string[] {
  if (run.length < VIN_LENGTH) return []
  return [run.slice(0, VIN_LENGTH), run.slice(-VIN_LENGTH)].filter(needsCheckDigit)
}
