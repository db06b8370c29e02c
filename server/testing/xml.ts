import { validateXML } from 'xmllint-wasm'

/** What libxml2 says about a document, and about its schema if one is given. */
export async function xmlErrors(xml: string, schema?: string): Promise<string[]> {
  const file = { fileName: 'document.xml', contents: xml }
  const result = await validateXML({
    xml: [file],
    ...(schema === undefined ? { normalization: 'c14n' } : { schema: [schema] }),
  })
  return result.errors.map(({ message }) => message)
}
