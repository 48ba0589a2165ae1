/**
 * Our pages' Permissions-Policy. The camera is for scanning barcodes. Embedded content gets no permissions.
 */
export const permissionsPolicy = [
  'camera=(self)',
  ...['display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'serial', 'usb'].map(
    (name) => `${name}=()`,
  ),
].join(', ')
