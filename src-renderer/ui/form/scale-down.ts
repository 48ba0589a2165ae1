/**
 * Decodes a photo and scales it down to at most `edge` pixels on its longer edge. A decoded phone
 * photo takes 48 MB.
 * @throws if the file can't be decoded as an image
 */
export async function scaleDown(file: File, edge: number): Promise<ImageBitmap> {
  const original = await createImageBitmap(file)
  const scale = Math.min(1, edge / Math.max(original.width, original.height))
  const photo = await createImageBitmap(original, {
    resizeWidth: Math.max(1, Math.round(original.width * scale)),
    resizeHeight: Math.max(1, Math.round(original.height * scale)),
    resizeQuality: 'medium',
  })
  original.close()
  return photo
}

/** Draws the photo on the canvas and releases the decoded bitmap. */
export function drawOn(canvas: HTMLCanvasElement, photo: ImageBitmap): HTMLCanvasElement {
  canvas.width = photo.width
  canvas.height = photo.height
  canvas.getContext('2d')?.drawImage(photo, 0, 0)
  photo.close()
  return canvas
}
