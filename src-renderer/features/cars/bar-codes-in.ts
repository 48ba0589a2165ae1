// By their files: the package's index brings four times as much along.
import BinaryBitmap from '@zxing/library/es2015/core/BinaryBitmap.js'
import HybridBinarizer from '@zxing/library/es2015/core/common/HybridBinarizer.js'
import DataMatrixReader from '@zxing/library/es2015/core/datamatrix/DataMatrixReader.js'
import Code128Reader from '@zxing/library/es2015/core/oned/Code128Reader.js'
import Code39Reader from '@zxing/library/es2015/core/oned/Code39Reader.js'
import QRCodeReader from '@zxing/library/es2015/core/qrcode/QRCodeReader.js'
import RGBLuminanceSource from '@zxing/library/es2015/core/RGBLuminanceSource.js'

const readers = [new Code39Reader(), new Code128Reader(), new DataMatrixReader(), new QRCodeReader()]

/** What the bar codes in a picture say, one of each kind at most; bars have to stand upright, within some degrees. */
export function barCodesIn({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): string[] {
  // Red and blue change places so, and count as much.
  const light = new RGBLuminanceSource(new Int32Array(data.buffer), width, height)
  const bitmap = new BinaryBitmap(new HybridBinarizer(light))
  return readers.flatMap((reader) => readWith(reader, bitmap))
}

/** The library throws where a picture has no such code, as most have none. */
function readWith(reader: (typeof readers)[number], bitmap: BinaryBitmap): string[] {
  try {
    return [reader.decode(bitmap).getText()]
  } catch {
    return []
  } finally {
    reader.reset()
  }
}
