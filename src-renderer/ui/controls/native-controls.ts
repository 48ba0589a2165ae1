/**
 * The browser's own controls, for what public pages show: where a host can't interact, `control-looks.tsx` stands in
 * their place.
 */
export const NativeButton = 'button'
export const NativeInput = 'input'
export const NativeSelect = 'select'
export const NativeTextArea = 'textarea'
