import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { makeOfModel } from '../../../contract/make-of-model.ts'
import type { CarFormControls } from './car-form.ts'

/**
 * Fills in the make that the typed model names, until somebody chooses another.
 * @param makes the makes that a car may have; undefined while they load
 * @param usual the makes with cars; undefined while they load
 */
export function useMakeOfModel(
  form: CarFormControls,
  makes: readonly string[] | undefined,
  usual: readonly string[] | undefined,
) {
  const [modelName, make] = useWatch({ control: form.control, name: ['modelName', 'category_name'] })
  const ofModel = makes && usual ? (makeOfModel(modelName, makes, usual) ?? '') : undefined
  const followed = useRef('')

  useEffect(() => {
    const current = form.getValues('category_name')
    const isFollowing = current === '' || current === followed.current
    if (ofModel === undefined || ofModel === followed.current || !isFollowing) return
    followed.current = ofModel
    const shouldValidate = form.getFieldState('category_name').invalid
    form.setValue('category_name', ofModel, { shouldDirty: true, shouldValidate })
  }, [form, ofModel])

  return { make, isOfModel: make !== '' && make === ofModel }
}
