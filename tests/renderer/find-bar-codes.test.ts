import { describe, expect, it } from 'vitest'
import { findBarCodes } from '../../src-renderer/features/cars/find-bar-codes.ts'
import { drawSticker, type BarCodeKind } from '../support/bar-code.ts'

const vin = '1FADP5BU5DL500000'

async function read(kind: BarCodeKind, text: string, turn?: number): Promise<string[]> {
  const picture = await drawSticker(kind, text, turn)
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return findBarCodes({ ...info, data: new Uint8ClampedArray(data) })
}

describe('the bar codes in a photo', () => {
  it.each(['code39', 'code128', 'datamatrix', 'qrcode'] as const)(
    'are read in the %s format',
    async (kind) => {
      expect(await read(kind, vin)).toEqual([vin])
    },
  )

  it('are read upside down', async () => {
    expect(await read('code39', `I${vin}`, 180)).toEqual([`I${vin}`])
  })

  it('hold a longer text', async () => {
    const text = `https://dealer.example/car?vin=${vin}&stock=10001`
    expect(await read('qrcode', text)).toEqual([text])
  })
})
