CREATE TABLE "renamed_users" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"renamed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "renamed_users" ADD CONSTRAINT "renamed_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A track takes about a millisecond: with many of them the person would wait, and in the end be refused.
CREATE OR REPLACE FUNCTION refresh_track_search_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM tracks WHERE user_id = NEW.id LIMIT 201) AS few) <= 200 THEN
    UPDATE tracks SET search = search_vector_of_track(tracks, NEW) WHERE user_id = NEW.id;
  ELSE
    INSERT INTO renamed_users (user_id, renamed_at) VALUES (NEW.id, clock_timestamp())
    ON CONFLICT (user_id) DO UPDATE SET renamed_at = excluded.renamed_at;
  END IF;
  RETURN NULL;
END $$;
