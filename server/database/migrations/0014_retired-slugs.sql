CREATE TABLE "retired_slugs" (
	"kind" text NOT NULL,
	"slug_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "retired_slugs_kind_slug_hash_pk" PRIMARY KEY("kind","slug_hash")
);

--> statement-breakpoint
CREATE FUNCTION retire_slugs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO retired_slugs (kind, slug_hash, user_id)
  SELECT TG_ARGV[0], encode(sha256(convert_to(slug, 'UTF8')), 'hex'), user_id FROM removed
  ON CONFLICT (kind, slug_hash) DO UPDATE SET user_id = excluded.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tracks_retire_slugs AFTER DELETE ON tracks
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION retire_slugs('track');
--> statement-breakpoint
CREATE TRIGGER playlists_retire_slugs AFTER DELETE ON playlists
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION retire_slugs('playlist');
