-- Up Migration
-- Output has the code of its container as that is written, not as it was typed: only so it is found by it. One look through what went into containers; only
-- what was typed in another case is written.
update output_confirmation c set container_code = k.code
from container k
where c.container_code is not null and k.company_id = c.company_id and k.id = c.container_id and c.container_code <> k.code;
