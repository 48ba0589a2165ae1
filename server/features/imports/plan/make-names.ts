/** What makes are called for short, in lowercase letters and digits alone. */
export const otherMakeNames: Readonly<Record<string, string>> = {
  vw: 'Volkswagen',
  chevy: 'Chevrolet',
  mercedes: 'Mercedes-Benz',
  mb: 'Mercedes-Benz',
  landrover: 'Land Rover',
  rangerover: 'Land Rover',
  alfa: 'Alfa Romeo',
  rolls: 'Rolls-Royce',
  aston: 'Aston Martin',
  ramtrucks: 'Ram',
  dodgeram: 'Ram',
}
