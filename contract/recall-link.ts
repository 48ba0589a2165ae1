/** NHTSA's page where anyone can check a VIN for recalls that were not done. Links to it never contain a VIN. */
export const VIN_CHECK = 'https://www.nhtsa.gov/recalls'
