/**
 * The Permissions-Policy of our pages. The camera is allowed for scanning barcodes; embedded content gets no
 * permissions.
 */
export const permissionsPolicy = [
  'camera=(self)',
  ...['display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'serial', 'usb'].map(
    (name) => `${name}=()`,
  ),
].join(', ')
