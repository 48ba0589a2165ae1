import * as z from 'zod'
import * as cars from '../cars.ts'
import * as categories from '../categories.ts'
import type { Endpoint } from '../endpoint.ts'
import { deleted, exportProblems, inserted, modified } from '../fields.ts'
import type { EndpointName } from '../paths.ts'

export const categoryEndpoints = {
  listCategories: {
    summary: 'List the makes with their logos and numbers of cars',
    who: 'anyone',
    query: categories.categoryQuery,
    output: z.array(cars.category),
    problems: exportProblems,
    limit: 'R0',
  },
  addCategory: {
    summary: 'Add a make',
    who: 'admin',
    body: categories.categoryInput,
    output: inserted,
    problems: ['make-exists'],
    limit: 'W1',
  },
  updateCategory: {
    summary: 'Rename, show, hide, or move a make, change its logo, or merge it into another',
    who: 'admin',
    params: categories.categoryParams,
    body: categories.categoryChange,
    output: modified.extend({ cars: z.number().int() }),
    problems: ['not-found', 'make-exists'],
    limit: 'W1',
  },
  deleteCategory: {
    summary: 'Delete a make that no car uses',
    who: 'admin',
    params: categories.categoryParams,
    output: deleted,
    problems: ['not-found', 'make-in-use'],
    limit: 'W1',
  },
  listModels: {
    summary: 'List the models of a make, those of listed cars first',
    who: 'anyone',
    query: categories.modelsQuery,
    output: z.array(categories.carModel),
    limit: 'R0',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
