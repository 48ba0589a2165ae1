export const petrol = '#0a6a66'
export const ink = '#0e1a1d'
