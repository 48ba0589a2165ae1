/** The possible shots of a car, in the order of a walk around it. A shot is the subject of a photo. */
export const shots = [
  'front',
  'driver-side',
  'rear',
  'passenger-side',
  'dashboard',
  'seats',
  'trunk',
  'tires',
  'engine',
  'damage',
] as const

export type Shot = (typeof shots)[number]

/** The shots that buyers look for on any car. Not every car has damage to show. */
export const expectedShots: readonly Shot[] = shots.filter((shot) => shot !== 'damage')

const labels: Record<Shot, string> = {
  front: 'Front three-quarter',
  'driver-side': 'Driver’s side',
  rear: 'Rear',
  'passenger-side': 'Passenger’s side',
  dashboard: 'Dashboard with odometer',
  seats: 'Seats',
  trunk: 'Trunk',
  tires: 'Tires',
  engine: 'Engine',
  damage: 'Damage',
}

/**
 * Returns the label of a shot.
 * @param fuel the car's fuel, because an electric car has a charge port instead of an engine
 */
export function getShotLabel(shot: Shot, fuel?: string | null): string {
  return shot === 'engine' && fuel === 'Electric' ? 'Charge port' : labels[shot]
}

/** Returns the expected shots that no photo has. */
export function listMissingShots(present: readonly (Shot | null)[]): Shot[] {
  return expectedShots.filter((shot) => !present.includes(shot))
}
