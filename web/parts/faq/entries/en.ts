export const files = import.meta.glob<string>('../../../../docs/faq/en/*.md', { query: '?raw', import: 'default', eager: true })
