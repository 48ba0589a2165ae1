// Beside the schemas, not in them: what only offers these choices loads no validator.

export const conditions = ['Good', 'Stable', 'Excellent', 'Fair'] as const
export const fuels = ['Petrol', 'Diesel', 'Hybrid', 'Electric'] as const
export const bodies = ['sedan', 'hatch', 'suv', 'coupe', 'wagon', 'pickup'] as const
export const transmissions = ['Automatic', 'Manual'] as const
export const mileageUnits = ['mi', 'km'] as const
