-- expand
-- As texts, for databases whose functions PostgreSQL has parsed: it then adds no column to the table of their row type.
CREATE OR REPLACE FUNCTION search_vector_of_track(track tracks, uploader users) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT search_vector_of(
  ARRAY[track.title], ARRAY[track.artist, track.genre, uploader.display_name, uploader.username] || track.tags) $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_vector_of_playlist(playlist playlists, owner users) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT search_vector_of(ARRAY[playlist.title], CASE WHEN playlist.type = 'playlist' THEN '{}'::text[]
  ELSE ARRAY[coalesce(playlist.artist, owner.display_name, owner.username), playlist.label] END) $$;
