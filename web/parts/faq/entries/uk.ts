export const files = import.meta.glob<string>('../../../../docs/faq/uk/*.md', { query: '?raw', import: 'default', eager: true })
