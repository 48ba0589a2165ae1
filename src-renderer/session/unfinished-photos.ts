/**
 * The storage key of the user whose photos are still uploading. It lets a start skip opening the database if
 * there is nothing to resume.
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
