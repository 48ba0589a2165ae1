/** What a browser may let our pages ask for: the camera reads bar codes, and nothing embedded has a part in it. */
export const permissionsPolicy = [
  'camera=(self)',
  ...['display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'serial', 'usb'].map(
    (name) => `${name}=()`,
  ),
].join(', ')
