/** The wire says Petrol; American drivers say gas. */
export function fuelLabel(fuel: string): string {
  return fuel === 'Petrol' ? 'Gas' : fuel
}
