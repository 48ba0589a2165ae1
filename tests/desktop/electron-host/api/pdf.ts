import type { PrintToPDFOptions } from 'electron'

const sizes: Record<string, { width: number; height: number }> = {
  A3: { width: 11.7, height: 16.54 },
  A4: { width: 8.27, height: 11.7 },
  A5: { width: 5.83, height: 8.27 },
  Legal: { width: 8.5, height: 14 },
  Letter: { width: 8.5, height: 11 },
  Tabloid: { width: 11, height: 17 },
}

/** Converts Electron's print options to the options of the DevTools protocol. Both use inches. */
export function toPdfOptions(options: PrintToPDFOptions) {
  const { pageSize = 'Letter', margins, ...otherOptions } = options
  const size = typeof pageSize === 'string' ? sizes[pageSize] : pageSize
  if (size === undefined) throw new Error(`electron-host: page size ${String(pageSize)} is not implemented`)
  return {
    landscape: otherOptions.landscape,
    displayHeaderFooter: otherOptions.displayHeaderFooter,
    printBackground: otherOptions.printBackground,
    scale: otherOptions.scale,
    pageRanges: otherOptions.pageRanges,
    headerTemplate: otherOptions.headerTemplate,
    footerTemplate: otherOptions.footerTemplate,
    preferCSSPageSize: otherOptions.preferCSSPageSize,
    generateTaggedPDF: otherOptions.generateTaggedPDF,
    generateDocumentOutline: otherOptions.generateDocumentOutline,
    paperWidth: size.width,
    paperHeight: size.height,
    marginTop: margins?.top,
    marginBottom: margins?.bottom,
    marginLeft: margins?.left,
    marginRight: margins?.right,
  }
}
