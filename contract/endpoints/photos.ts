import * as z from 'zod'
import type { Endpoint } from '../endpoint.ts'
import type { EndpointName } from '../paths.ts'
import { namedCar, photoNames, photosAdded, photosInput } from '../photos.ts'

export const photoEndpoints = {
  findNamedCars: {
    summary: 'Your own cars with these VINs or stock numbers, for photos whose files are named for them',
    who: 'seller-or-admin',
    body: photoNames,
    output: z.array(namedCar),
    limit: 'R1',
  },
  addPhotos: {
    summary: 'Put uploaded photos on your own cars, behind those they have; several calls can be one change',
    who: 'seller-or-admin',
    proven: true,
    row: 'owner',
    body: photosInput,
    output: photosAdded,
    problems: ['quota-exceeded', 'not-found'],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
