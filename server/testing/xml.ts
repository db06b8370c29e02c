import { validateXML } from 'xmllint-wasm'

/** What libxml2 says about documents, by their schema if one is given. */
export async function xmlErrors(xml: string | string[], schema?: string): Promise<string[]> {
  const files = [xml].flat().map((contents, index) => ({ fileName: `${index}.xml`, contents }))
  const result = await validateXML({
    xml: files,
    ...(schema === undefined ? { normalization: 'c14n' } : { schema: [schema] }),
  })
  return result.errors.map(({ message }) => message)
}
