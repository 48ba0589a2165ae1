/** Reports whether a file is a web page: HTML, or MHTML, in which browsers save a page with its images. */
export function isWebPage(text: string): boolean {
  const start = text.slice(0, 2000).trimStart()
  return (
    /^(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|body|meta|table)\b/i.test(start) ||
    /^(?:From: <Saved by|MIME-Version: )/i.test(start)
  )
}
