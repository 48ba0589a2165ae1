/** Whose photos are on their way to cars, so that a start without any need not open a database. */
const MARK = 'kerblight.photos'

export function markUnfinishedPhotos(ownerId: string): void {
  localStorage.setItem(MARK, ownerId)
}

export function unmarkUnfinishedPhotos(): void {
  localStorage.removeItem(MARK)
}

export function hasUnfinishedPhotos(ownerId: string): boolean {
  return localStorage.getItem(MARK) === ownerId
}
