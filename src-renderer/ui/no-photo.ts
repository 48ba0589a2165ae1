/** Stands in for the photo of somebody who is not known. */
export const NO_PHOTO = '/art/avatar.svg'
