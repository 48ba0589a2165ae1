import sharp from 'sharp'

/** Returns a photo-like JPEG to upload. */
export async function photo(name = 'photo.jpg', width = 1200, height = 800) {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const buffer = await sharp({ create: { width, height, channels: 3, background: '#335577', noise } })
    .jpeg({ quality: 70 })
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}
