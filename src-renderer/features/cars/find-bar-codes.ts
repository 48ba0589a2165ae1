// Imported individually, because the package's index adds four times as much code.
import BinaryBitmap from '@zxing/library/es2015/core/BinaryBitmap.js'
import HybridBinarizer from '@zxing/library/es2015/core/common/HybridBinarizer.js'
import DataMatrixReader from '@zxing/library/es2015/core/datamatrix/DataMatrixReader.js'
import Code128Reader from '@zxing/library/es2015/core/oned/Code128Reader.js'
import Code39Reader from '@zxing/library/es2015/core/oned/Code39Reader.js'
import QRCodeReader from '@zxing/library/es2015/core/qrcode/QRCodeReader.js'
import RGBLuminanceSource from '@zxing/library/es2015/core/RGBLuminanceSource.js'

const readers = [new Code39Reader(), new Code128Reader(), new DataMatrixReader(), new QRCodeReader()]

/**
 * Returns the content of an image's bar codes, at most one of each kind. The bars must be upright within a
 * few degrees.
 */
export function findBarCodes({
  data,
  width,
  height,
}: Pick<ImageData, 'data' | 'width' | 'height'>): string[] {
  // Reading the pixels as 32-bit integers swaps red and blue. This is harmless, because both have the same
  // weight.
  const light = new RGBLuminanceSource(new Int32Array(data.buffer), width, height)
  const bitmap = new BinaryBitmap(new HybridBinarizer(light))
  return readers.flatMap((reader) => readWith(reader, bitmap))
}

/** Reads one kind of bar code. The library throws if an image contains none, as is usual for video. */
function readWith(reader: (typeof readers)[number], bitmap: BinaryBitmap): string[] {
  try {
    return [reader.decode(bitmap).getText()]
  } catch {
    return []
  } finally {
    reader.reset()
  }
}
