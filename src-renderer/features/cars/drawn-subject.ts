const SUBJECTS: Record<string, string> = {
  dashboards: 'dashboard',
  seats: 'seats',
  trunks: 'trunk',
  tires: 'front tire',
  engines: 'engine',
  ports: 'charge port',
  damage: 'damage to the paint',
}

/** Returns what a drawn photo of a demo car shows, or an empty string for any other photo. */
export function drawnSubject(src: string): string {
  return SUBJECTS[/^\/art\/([a-z]+)\//.exec(src)?.[1] ?? ''] ?? ''
}
