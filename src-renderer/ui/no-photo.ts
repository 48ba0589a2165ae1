/** The placeholder photo of an unknown person. */
export const NO_PHOTO = '/art/avatar.svg'
