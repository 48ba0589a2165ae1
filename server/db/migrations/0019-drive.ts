import { addChoice } from '../search-tables.ts'

export const drive = addChoice('drive', ['condition', 'fuel', 'body', 'transmission', 'color'])
