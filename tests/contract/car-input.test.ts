import { expect, it } from 'vitest'
import { carDraft, carInput } from '../../contract/cars/cars.ts'

const input = {
  category_name: 'Tesla',
  modelName: ' Model\r\n3\tLong  Range ',
  selllerContact: '555\n0100',
  usageTime: '2\nyears',
  originalPrice: '41,000',
  location: 'Salem,\nOR',
  description: 'One owner.\nNo accidents.',
}

it.each([carInput, carDraft])(
  'removes line breaks from single-line fields and preserves them in descriptions',
  (schema) => {
    expect(schema.parse(input)).toMatchObject({
      modelName: 'Model 3 Long Range',
      selllerContact: '555 0100',
      usageTime: '2 years',
      location: 'Salem, OR',
      description: 'One owner.\nNo accidents.',
    })
  },
)

it('rejects a blank model name', () => {
  expect(carInput.safeParse({ ...input, modelName: ' \n ' }).error?.issues[0]?.message).toBe(
    'Model name is required.',
  )
})
