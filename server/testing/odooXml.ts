/** A value of XML-RPC as far as Odoo's clients use it. */
type Xml = string

/** Returns the method and the parameters of a call of XML-RPC. */
export function readXmlCall(text: string): { readonly method: string; readonly params: readonly unknown[] } {
  const method = /<methodName>([^<]*)<\/methodName>/.exec(text)?.[1] ?? ''
  const tokens: readonly string[] = text.match(/<[^>]+>|[^<]+/g) ?? []
  const start = tokens.indexOf('<params>')
  const reader = { tokens, at: start === -1 ? tokens.length : start }
  const params: unknown[] = []
  for (; reader.at < tokens.length; reader.at++) if (tokens[reader.at] === '<value>') params.push(readValue(reader))
  return { method, params }
}

type Reader = { readonly tokens: readonly string[]; at: number }

/** Stands at `<value>`, and afterwards at its end. */
function readValue(reader: Reader): unknown {
  const next = (): string => reader.tokens[++reader.at] ?? '</value>'
  const type = next()
  if (type === '</value>') return ''
  if (!type.startsWith('<')) {
    next()
    return unescaped(type)
  }
  const value = readTyped(reader, type)
  while (next() !== '</value>');
  return value
}

function readTyped(reader: Reader, type: string): unknown {
  const next = (): string => reader.tokens[++reader.at] ?? ''
  if (type.endsWith('/>')) return type === '<nil/>' ? null : ''
  const end = type.replace('<', '</')
  if (type === '<array>') {
    const values: unknown[] = []
    for (let token = next(); token !== end && token !== ''; token = next()) if (token === '<value>') values.push(readValue(reader))
    return values
  }
  if (type === '<struct>') {
    const members: Record<string, unknown> = {}
    let name = ''
    for (let token = next(); token !== end && token !== ''; token = next()) {
      if (token === '<name>') name = unescaped(next())
      else if (token === '<value>') members[name] = readValue(reader)
    }
    return members
  }
  const text = next()
  if (text === end) return ''
  if (type === '<int>' || type === '<i4>' || type === '<double>') return Number(text)
  return type === '<boolean>' ? text === '1' : unescaped(text)
}

/** Returns the answer of a method. */
export function xmlAnswer(value: unknown): Xml {
  return `<?xml version="1.0"?><methodResponse><params><param>${written(value)}</param></params></methodResponse>`
}

/** Returns the answer of a method that failed. */
export function xmlFault(message: string): Xml {
  return `<?xml version="1.0"?><methodResponse><fault>${written({ faultCode: 1, faultString: message })}</fault></methodResponse>`
}

function written(value: unknown): Xml {
  if (Array.isArray(value)) return `<value><array><data>${value.map(written).join('')}</data></array></value>`
  if (typeof value === 'boolean') return `<value><boolean>${value ? 1 : 0}</boolean></value>`
  if (typeof value === 'number') return `<value>${Number.isInteger(value) ? `<int>${value}</int>` : `<double>${value}</double>`}</value>`
  if (typeof value === 'object' && value !== null)
    return `<value><struct>${Object.entries(value)
      .map(([name, one]) => `<member><name>${escaped(name)}</name>${written(one)}</member>`)
      .join('')}</struct></value>`
  return `<value><string>${escaped(typeof value === 'string' ? value : '')}</string></value>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&amp;', '&')
}
