/**
 * A photo of at most `edge` pixels, made smaller while it is decoded: a phone's is 48 MB once unpacked.
 * @throws where the file can't be read as a picture
 */
export async function scaleDown(file: File, edge: number): Promise<ImageBitmap> {
  const whole = await createImageBitmap(file)
  const scale = Math.min(1, edge / Math.max(whole.width, whole.height))
  const photo = await createImageBitmap(whole, {
    resizeWidth: Math.max(1, Math.round(whole.width * scale)),
    resizeHeight: Math.max(1, Math.round(whole.height * scale)),
    resizeQuality: 'medium',
  })
  whole.close()
  return photo
}

/** And lets go of what was unpacked. */
export function drawOn(canvas: HTMLCanvasElement, photo: ImageBitmap): HTMLCanvasElement {
  canvas.width = photo.width
  canvas.height = photo.height
  canvas.getContext('2d')?.drawImage(photo, 0, 0)
  photo.close()
  return canvas
}
