import type { CodegenConfig } from '@graphql-codegen/cli'
import { liveFragment } from './engine/workCenter/liveFields.ts'

/** Documents are written in `.graphql` files beside the screens; screens import the generated `…Document` of theirs.
 * What they ask of a live work center follows from the engine's table. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['web/**/*.graphql', liveFragment()],
  generates: {
    'web/api/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        enumsAsTypes: true,
        useTypeImports: true,
        importExtension: '.ts',
        emitLegacyCommonJSImports: false,
        dedupeFragments: true,
        strictScalars: true,
        scalars: {
          Date: 'string',
          DateTime: 'string',
          Decimal: 'number',
          Seconds: 'number',
          Short: 'number',
          Guid: 'string',
        },
      },
    },
  },
}

export default config
