import { skipToken } from '@reduxjs/toolkit/query/react'
import { TextField } from '../../ui/TextField.tsx'
import { fieldLabels as labels, type CarFormControls } from './car-form.ts'
import { useGetNextStockNumberQuery } from './cars.api.ts'

/** A new car takes the next number where none is typed: of two who add one at once, each gets another. */
export function StockNumberField({ form, isNew }: { form: CarFormControls; isNew: boolean }) {
  const { data } = useGetNextStockNumberQuery(isNew ? {} : skipToken)
  const { error } = form.getFieldState('stockNo', form.formState)
  return (
    <TextField
      label={labels.stockNo}
      optional
      autoComplete="off"
      placeholder={data?.stockNo}
      hint={data && `Left empty, it’s ${data.stockNo}, the next one.`}
      error={error?.message}
      {...form.register('stockNo')}
    />
  )
}
