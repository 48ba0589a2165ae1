/**
 * The native controls, for public pages. In the prerender, `control-looks.tsx` replaces this
 * module.
 */
export const NativeButton = 'button'
export const NativeInput = 'input'
export const NativeSelect = 'select'
export const NativeTextArea = 'textarea'
