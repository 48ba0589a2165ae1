/** The placeholder photo for a person without a photo. */
export const NO_PHOTO = '/art/avatar.svg'
