/**
 * The storage key for the ID of the user whose photos are still uploading. Without it, startup need
 * not open the database.
 */
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
