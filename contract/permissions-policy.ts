/** The permissions policy of our pages. The camera scans bar codes; embedded content gets no permissions. */
export const permissionsPolicy = [
  'camera=(self)',
  ...['display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'serial', 'usb'].map(
    (name) => `${name}=()`,
  ),
].join(', ')
