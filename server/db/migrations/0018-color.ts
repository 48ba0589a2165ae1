import { addChoice } from '../search-tables.ts'

export const color = addChoice('color', ['condition', 'fuel', 'body', 'transmission'])
