import { useRef, useState } from 'react'
import { judgeVin, normalizeVin } from '../../../contract/cars/vin.ts'
import { formatProblem, toProblem } from '../../api/problem.ts'
import { allMakes, useListAllCategoriesQuery } from '../categories/categories.api.ts'
import { createEmptyCar, fieldLabels, type CarFormControls } from './car-form.ts'
import { carsApi } from './cars.api.ts'
import {
  compareWithVin,
  readVin,
  listUneditedFields,
  type VinField,
  type VinValues,
} from './compare-with-vin.ts'

export interface VinLookUp {
  says: VinValues
  /** The fields that differ from the VIN's data and that the user has not decided on. */
  differing: readonly VinField[]
  /** The result message of the last lookup. */
  news: string
  isBusy: boolean
  lookUp: () => void
  /** Clears the previous VIN's values, except those that the user edited. */
  handleChange: () => void
  take: (field: VinField) => void
  keep: (field: VinField) => void
}

/**
 * Fills in a VIN's values where a field is empty or still has the previous VIN's value. The user decides on
 * all other fields.
 */
export function useVin(form: CarFormControls): VinLookUp {
  const [decode, { isFetching }] = carsApi.useLazyDecodeVinQuery()
  const makes = useListAllCategoriesQuery(allMakes).data?.map(({ category_name: name }) => name) ?? []
  const [says, setSays] = useState<VinValues>({})
  const [differing, setDiffering] = useState<readonly VinField[]>([])
  const [news, setNews] = useState('')
  const lookedUp = useRef('')
  const filled = useRef<VinValues>({})

  function handleChange() {
    if (normalizeVin(form.getValues('vin') ?? '') === lookedUp.current) return
    lookedUp.current = ''
    const decoded = listUneditedFields(filled.current, form.getValues())
    for (const field of decoded) form.setValue(field, createEmptyCar()[field], { shouldDirty: true })
    filled.current = {}
    setSays({})
    setDiffering([])
    setNews(decoded.length > 0 ? `Cleared, since the VIN changed: ${list(decoded)}.` : '')
  }

  async function lookUp() {
    const { vin, errorMessage } = judgeVin(form.getValues('vin') ?? '')
    handleChange()
    if (errorMessage !== null || vin === '') {
      form.setError('vin', { message: errorMessage ?? 'Enter the VIN first.' })
      form.setFocus('vin')
      return
    }
    form.setValue('vin', vin, { shouldDirty: true, shouldValidate: true })
    setNews('')
    const { data, error } = await decode({ params: { vin } }, true)
    // The user is already typing another VIN.
    if (form.getValues('vin') !== vin) return
    if (!data)
      return setNews(`The VIN is fine, but nothing was filled in. ${formatProblem(toProblem(error))}`)
    const vinValues = readVin(data, makes)
    const { empty, other } = compareWithVin(vinValues, form.getValues())
    for (const field of empty) fill(field, vinValues)
    lookedUp.current = vin
    setSays(vinValues)
    setDiffering(other)
    setNews(
      [describe(empty, vinValues), unknownMake(data.make, vinValues), data.note].filter(Boolean).join(' '),
    )
  }

  function fill(field: VinField, vinValues: VinValues) {
    form.setValue(field, vinValues[field], { shouldDirty: true, shouldValidate: true })
    filled.current = { ...filled.current, [field]: vinValues[field] }
  }

  function decide(field: VinField) {
    setDiffering((fields) => fields.filter((other) => other !== field))
  }

  return {
    says,
    differing,
    news,
    isBusy: isFetching,
    lookUp: () => void lookUp(),
    handleChange,
    take: (field) => {
      fill(field, says)
      decide(field)
    },
    keep: decide,
  }
}

function describe(filled: readonly VinField[], vinValues: VinValues): string {
  if (Object.keys(vinValues).length === 0)
    return 'Nothing is known about this VIN’s car. Fill in the details yourself.'
  if (filled.length === 0) return 'The VIN says nothing that isn’t filled in already.'
  return `Filled in from the VIN: ${list(filled)}.`
}

function list(fields: readonly VinField[]): string {
  return new Intl.ListFormat('en-US').format(fields.map((field) => fieldLabels[field].toLowerCase()))
}

function unknownMake(make: string | null, { category_name: known }: VinValues): string {
  return make !== null && known === undefined ? `The VIN says ${make}, which isn’t one of our makes yet.` : ''
}
