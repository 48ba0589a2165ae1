/**
 * The browser's own controls, for public pages. On hosts without interaction, `control-looks.tsx` replaces
 * this module.
 */
export const NativeButton = 'button'
export const NativeInput = 'input'
export const NativeSelect = 'select'
export const NativeTextArea = 'textarea'
