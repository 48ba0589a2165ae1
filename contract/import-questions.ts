import * as z from 'zod'
import { numberFacts } from './cars/car-numbers.ts'
import { oneOf } from './api/fields.ts'

/** The text encodings of files without a byte order mark, in the order of the menu. */
export const encodingNames = {
  'windows-1252': 'Western European (Windows)',
  macintosh: 'Western European (Mac)',
  'windows-1251': 'Cyrillic (Windows)',
  'windows-1250': 'Central European (Windows)',
  'iso-8859-2': 'Central European (ISO)',
  'iso-8859-5': 'Cyrillic (ISO)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'windows-1253': 'Greek (Windows)',
  'iso-8859-7': 'Greek (ISO)',
  'windows-1254': 'Turkish (Windows)',
  'windows-1255': 'Hebrew (Windows)',
  'windows-1256': 'Arabic (Windows)',
  'iso-8859-6': 'Arabic (ISO)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC)',
  gb18030: 'Chinese (GB 18030)',
  big5: 'Chinese (Big5)',
  'euc-kr': 'Korean (EUC)',
} as const

export type Encoding = keyof typeof encodingNames
export const encodings = Object.keys(encodingNames) as [Encoding, ...Encoding[]]

/** The options for rows that the spreadsheet marks as sold. */
export const soldChoices = ['skip', 'sold-elsewhere'] as const
export type SoldChoice = (typeof soldChoices)[number]

/** The file's encoding. Until the seller answers, the first option is used. */
const encodingQuestion = z.object({
  options: z.array(
    z.object({
      encoding: z.enum(encodings),
      /** Up to three cells, decoded with this encoding. */
      samples: z.array(z.string()),
    }),
  ),
  answer: z.enum(encodings).optional(),
})

/** Rows marked as sold. Until the seller answers, they are skipped. */
const soldQuestion = z.object({
  rows: z.number().int(),
  answer: z.enum(soldChoices).optional(),
})

/**
 * The unit of mileages for which the spreadsheet specifies none. Until the seller answers, it stays unknown.
 */
const mileageUnitQuestion = z.object({
  rows: z.number().int(),
  answer: z.enum(numberFacts.mileage.units).optional(),
  /** The seller's most recent answer, given for any spreadsheet. */
  last: z.enum(numberFacts.mileage.units).nullable(),
})

/** An import's questions. Questions that don't arise for the spreadsheet are absent. */
export const importQuestions = z.object({
  encoding: encodingQuestion.optional(),
  sold: soldQuestion.optional(),
  mileageUnit: mileageUnitQuestion.optional(),
})

/** The seller's answers. An omitted answer stays unchanged. */
export const importAnswersInput = z.object({
  encoding: oneOf(encodings).optional(),
  sold: oneOf(soldChoices).optional(),
  mileageUnit: oneOf(numberFacts.mileage.units).optional(),
})

export type ImportQuestions = z.infer<typeof importQuestions>
export type ImportAnswers = z.infer<typeof importAnswersInput>
type EncodingQuestion = z.infer<typeof encodingQuestion>
export type EncodingOption = EncodingQuestion['options'][number]
type SoldQuestion = z.infer<typeof soldQuestion>
type MileageUnitQuestion = z.infer<typeof mileageUnitQuestion>

/** The part of each question that depends only on the spreadsheet. */
export interface FileQuestions {
  encoding?: Omit<EncodingQuestion, 'answer'>
  sold?: Omit<SoldQuestion, 'answer'>
  mileageUnit?: Omit<MileageUnitQuestion, 'answer' | 'last'>
}
