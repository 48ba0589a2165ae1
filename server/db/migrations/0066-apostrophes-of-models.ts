import type { Migration } from '../migration.ts'
import { modelNames } from './0056-model-names.ts'

/** Stores models in one spelling once more, since an apostrophe no longer makes another one: `Cee'd` is the `Ceed`. */
export const apostrophesOfModels: Migration = modelNames
