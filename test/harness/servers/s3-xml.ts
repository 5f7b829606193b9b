const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (value: unknown): string => String(value).replace(/[&<>"]/g, (sign) => signs[sign] ?? '')

export const element = (name: string, ...inner: string[]): string => `<${name}>${inner.join('')}</${name}>`
export const tag = (name: string, value: unknown): string => element(name, escaped(value))

/** The text of the first element of that name. */
export const textOf = (xml: string, name: string): string =>
  (new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml)?.[1] ?? '').replaceAll('&quot;', '"')

export const xmlDocument = (name: string, ...inner: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner.join('')}</${name}>`
